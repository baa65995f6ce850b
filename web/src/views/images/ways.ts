// The ways in which models for images know where a patch lies, and what each can do
// when a picture has more patches than those of the training.

/** What becomes of the positions in a larger picture. */
export const beyonds = ['on', 'squeezed', 'resampled'] as const;
export type Beyond = (typeof beyonds)[number];

/** Options of the view that only some of the ways take. */
export type Own =
  | 'dim'
  | 'base'
  | 'headDim'
  | 'theta'
  | 'heads'
  | 'head'
  | 'least'
  | 'most'
  | 'seed';

export interface Way {
  /** For people. */
  readonly title: string;
  /** Where it stands in the list of choices. */
  readonly group: 'added' | 'turned';
  /** How it works, in a sentence. */
  readonly words: string;
  readonly takes: readonly Own[];
  /** What can be done in a larger picture, from the usual to the unusual. */
  readonly beyond: readonly [Beyond, ...Beyond[]];
  /** What its program does there. */
  readonly usual: string;
}

const sines = ['dim', 'base'] as const;
const turns = ['headDim', 'theta'] as const;

export const ways = {
  mae: {
    title: 'Sines of MAE',
    group: 'added',
    words:
      'Half of the table’s columns are waves along the picture, the other half waves down it.',
    takes: sines,
    beyond: ['resampled', 'on', 'squeezed'],
    usual: 'MAE resamples its table when it is tuned on larger pictures.',
  },
  timm: {
    title: 'Sines of timm',
    group: 'added',
    words:
      'The waves of MAE with the columns in another order, which no product of rows can tell.',
    takes: sines,
    beyond: ['on', 'squeezed', 'resampled'],
    usual: 'timm counts the patches, so that positions go on.',
  },
  detr: {
    title: 'Sines of DETR',
    group: 'added',
    words:
      'Rows and columns are divided by the size of the picture first: its far edge is one whole turn.',
    takes: sines,
    beyond: ['squeezed', 'on', 'resampled'],
    usual: 'DETR squeezes each picture into the same range by itself.',
  },
  learned: {
    title: 'Learned table',
    group: 'added',
    words:
      'A row for each patch, drawn from a seed as before any training: illustrative, no model’s numbers.',
    takes: ['dim', 'seed'],
    beyond: ['resampled'],
    usual:
      'A learned table has no rows for more patches, so it is resampled, as ViT does.',
  },
  axial: {
    title: 'Axial RoPE',
    group: 'turned',
    words:
      'Half of a head’s pairs turn by the column of the patch, the other half by its row.',
    takes: turns,
    beyond: ['on', 'squeezed'],
    usual:
      'RoPE-ViT counts the patches, so that positions go on; EVA-02 squeezes them.',
  },
  mixed: {
    title: 'RoPE-Mixed',
    group: 'turned',
    words:
      'Each pair turns in a direction of its own. These are those from which a model begins to learn, drawn from a seed.',
    takes: [...turns, 'heads', 'head', 'seed'],
    beyond: ['on', 'squeezed'],
    usual: 'RoPE-ViT counts the patches, so that positions go on.',
  },
  golden: {
    title: 'Golden gate RoPE',
    group: 'turned',
    words:
      'Each pair turns in a direction of its own, a golden angle from the one before.',
    takes: ['headDim', 'heads', 'head', 'least', 'most'],
    beyond: ['squeezed', 'on'],
    usual: 'Golden gate RoPE spreads each picture from −1 to 1 by itself.',
  },
} as const satisfies Readonly<Record<string, Way>>;

export type WayName = keyof typeof ways;

export const wayNames = Object.keys(ways) as readonly WayName[];

/** A way by its name, with the types that all ways have. */
export const wayOf = (name: WayName): Way => ways[name];

/** What a number of a map is. */
export const measureOf = (name: WayName): 'cosine' | 'score' =>
  wayOf(name).group === 'added' ? 'cosine' : 'score';
