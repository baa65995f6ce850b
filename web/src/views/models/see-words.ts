// What the queries of a layer see, in words and as a pattern of the strip.

import type { Layer } from 'posenc/models';
import { writeCount } from '../../plot/ticks.js';

/** The patterns of cells; `none` stands for a mixer without attention. */
export const sights = [
  'full',
  'sliding',
  'chunked',
  'window',
  'sparse',
  'cross',
  'none',
] as const;

export type Sight = (typeof sights)[number];

export const sightOf = ({ attention }: Layer): Sight => attention ?? 'none';

/** A name of the package, such as `linear_attention`, as words. */
export const spaced = (name: string): string => name.replaceAll('_', ' ');

/** Mixers whose names are no words. */
const mixers: Readonly<Record<string, string>> = {
  ...{ conv: 'a convolution', mamba: 'Mamba', mlp: 'an MLP', rwkv: 'RWKV' },
  ...{ xlstm: 'xLSTM', fourier: 'a Fourier transform' },
};

/** A mixer without attention, for people. */
const mixerWords = (mixer: string | null): string =>
  mixers[mixer ?? ''] ?? spaced(mixer ?? 'no attention');

/** What a query sees, after "a token ". */
export function seeWords(layer: Layer): string {
  const { attention, causal, window, reach, mixer, shift } = layer;
  if (attention === null) {
    return `is mixed by ${mixerWords(mixer)}, without scores`;
  }
  const size = window === null ? '' : writeCount(window);
  switch (attention) {
    case 'sliding':
      if (window === null) return 'sees the tokens near it';
      if (causal) return `sees the last ${size} tokens, itself included`;
      return `sees the tokens up to ${writeCount(reach?.[0] ?? Math.floor(window / 2))} away`;
    case 'chunked':
      return window === null
        ? 'sees the tokens of its own chunk'
        : `sees the tokens of its own chunk of ${size}`;
    case 'window':
      return (
        `sees the cells of its own window of ${size} \u00d7 ${size}` +
        (shift > 0 ? `, moved by ${writeCount(shift)}` : '')
      );
    case 'sparse':
      return 'sees some blocks of tokens';
    case 'cross':
      return 'sees the tokens of another tower';
    default:
      return causal
        ? 'sees every earlier token and itself'
        : 'sees every token';
  }
}

/** The same in the legend of the strip. */
export function sightLabel(layer: Layer): string {
  const { attention, window, mixer } = layer;
  const size = window === null ? '' : ` ${writeCount(window)}`;
  switch (attention) {
    case null:
      return mixerWords(mixer);
    case 'full':
      return layer.causal ? 'all earlier tokens' : 'all tokens';
    case 'sliding':
      return `a window of${size === '' ? ' near tokens' : size}`;
    case 'chunked':
      return `chunks${size === '' ? '' : ` of${size}`}`;
    case 'window':
      return `windows of${size} \u00d7${size} cells`;
    case 'cross':
      return 'another tower';
    default:
      return attention;
  }
}
