// Papers to which pages of questions refer.

import type { Reference } from '../question.js';

export const vaswani: Reference = {
  authors: 'Vaswani et al.',
  year: 2017,
  title: 'Attention Is All You Need',
  href: 'https://arxiv.org/abs/1706.03762',
};

export const radford: Reference = {
  authors: 'Radford et al.',
  year: 2018,
  title: 'Improving Language Understanding by Generative Pre-Training',
  href: 'https://cdn.openai.com/research-covers/language-unsupervised/language_understanding_paper.pdf',
};

export const ke: Reference = {
  authors: 'Ke, He and Liu',
  year: 2021,
  title: 'Rethinking Positional Encoding in Language Pre-training',
  href: 'https://arxiv.org/abs/2006.15595',
};

export const su: Reference = {
  authors: 'Su et al.',
  year: 2021,
  title: 'RoFormer: Enhanced Transformer with Rotary Position Embedding',
  href: 'https://arxiv.org/abs/2104.09864',
};

export const chen: Reference = {
  authors: 'Chen et al.',
  year: 2023,
  title:
    'Extending Context Window of Large Language Models via Position Interpolation',
  href: 'https://arxiv.org/abs/2306.15595',
};

export const peng: Reference = {
  authors: 'Peng et al.',
  year: 2023,
  title: 'YaRN: Efficient Context Window Extension of Large Language Models',
  href: 'https://arxiv.org/abs/2309.00071',
};
