// Texts, images and videos in a row, as an address and an editor have them:
//   t4_i4x6_v3x2x2    a text of 4 tokens, an image of 4 × 6, a video of 3 · 2 × 2
// Sizes are tokens: each is 2 × 2 patches of a picture.

import { PageLimit } from '../../../shell/failure.js';

export const partKinds = ['text', 'image', 'video'] as const;
export type PartKind = (typeof partKinds)[number];

export interface Part {
  readonly kind: PartKind;
  /** Tokens of a text; rows and columns; frames, rows and columns. */
  readonly sizes: readonly number[];
}

/** What the sizes of each kind are. */
export const sizeNames = {
  text: ['tokens'],
  image: ['rows', 'columns'],
  video: ['frames', 'rows', 'columns'],
} as const satisfies Readonly<Record<PartKind, readonly string[]>>;

/** A part of each kind, to begin with. */
export const firstSizes: Readonly<Record<PartKind, readonly number[]>> = {
  ...{ text: [4], image: [4, 6], video: [4, 2, 3] },
};

/** The most parts, and the most tokens of all of them. */
export const mostParts = 24;
export const mostTokens = 8192;

const letters: Readonly<Record<string, PartKind>> = {
  ...{ t: 'text', i: 'image', v: 'video' },
};

/** What an address has for parts; a size that is no number is NaN. */
export function readParts(text: string): readonly Part[] {
  return text
    .split('_')
    .filter((word) => word !== '')
    .map((word) => {
      const kind = letters[word.charAt(0)] ?? 'text';
      const own = letters[word.charAt(0)] ? word.slice(1) : word;
      const given = own
        .split('x')
        .map((n) => (n === '' ? Number.NaN : Number(n)));
      const sizes = sizeNames[kind].map((_, i) => given[i] ?? Number.NaN);
      return { kind, sizes };
    });
}

export const writeParts = (parts: readonly Part[]): string =>
  parts
    .map(({ kind, sizes }) => kind.charAt(0) + sizes.map(textOf).join('x'))
    .join('_');

const textOf = (size: number) => (Number.isNaN(size) ? '' : String(size));

/** How many tokens a part has, without any text between its frames. */
export const tokensOf = ({ sizes }: Part): number =>
  sizes.reduce((product, size) => product * size, 1);

function refuse(param: string, code: string, message: string): never {
  throw new PageLimit({ code, param, message: `${param} ${message}` });
}

/** Refuses sizes that are none, and more tokens than the page shows. */
export function checkParts(parts: readonly Part[]): void {
  if (parts.length === 0 || parts.length > mostParts) {
    const rule = `must have 1 to ${mostParts} parts, got ${parts.length}`;
    refuse('parts', 'PAGE_RANGE', rule);
  }
  parts.forEach(({ kind, sizes }, i) => {
    const least = kind === 'text' ? 0 : 1;
    sizes.forEach((size, at) => {
      if (Number.isInteger(size) && size >= least) return;
      const name = sizeNames[kind][at] ?? '';
      const rule = `must be an integer ≥ ${least}, got ${size}`;
      refuse(`parts[${i}].${name}`, 'PAGE_RANGE', rule);
    });
  });
  const tokens = parts.reduce((sum, part) => sum + tokensOf(part), 0);
  if (tokens >= 1 && tokens <= mostTokens) return;
  const rule = `must have 1 to ${mostTokens} tokens in all, got ${tokens}`;
  refuse('parts', 'PAGE_RANGE', rule);
}
