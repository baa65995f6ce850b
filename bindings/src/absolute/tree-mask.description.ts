/** Masks of trees of drafts: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { treeParameters } from './position-sequences.description.js';

/** The options of `treeMask`, in the order in which they are read. */
export const treeMaskParameters = treeParameters satisfies Parameters;

export const treeMaskDescription = {
  title: 'Mask of a tree of drafts',
  summary:
    'Lets each token of a tree of drafts see the cache, the tokens before it ' +
    'on its branch, and itself.',
  goodAt:
    'Speculative decoding that checks many drafts at once, each as if it stood ' +
    'alone.',
  badAt: 'Long trees: the mask grows with the square of their tokens.',
  formula: {
    text:
      'mask[i, j] = 1 where j is in the cache, or is token i or one before it ' +
      'on its branch; else 0',
    latex: 'm_{ij} = [\\,j < n \\;\\lor\\; j - n \\in \\text{branch}(i)\\,]',
  },
  paper: {
    title:
      'SpecInfer: Accelerating Generative Large Language Model Serving with ' +
      'Tree-based Speculative Inference and Verification',
    authors: 'Miao et al.',
    year: 2023,
    arxiv: '2305.09781',
  },
  result: 'Tensor int32 [tokens, past + tokens]',
  accuracy: 'exact',
  pitfalls: [
    'Two tokens at the same depth share a position: `positionIds` with the ' +
      'same `parents` gives it, and the index of a token in the tree does not.',
  ],
} as const satisfies Description;
