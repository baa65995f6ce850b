// What a figure of the lesson is made of. A drawing is data: the page makes
// elements of it, and the build writes the same drawing as a file.

/**
 * A colour by its role, with one meaning in the whole lesson; the style sheets know
 * what it is in each theme. Words and numbers are in `ink`, `soft` and `rule`.
 */
export const tones = [
  'ink',
  'soft',
  'rule',
  'sheet',
  // Who asks, who answers, and what stands for a position.
  'query',
  'key',
  'place',
  // What fails, is lost, or was never met in training.
  'wrong',
  // What is moved by hand, and nothing else.
  'grip',
  'none',
] as const;

export type Tone = (typeof tones)[number];

/** What all shapes take. */
export interface Look {
  readonly fill?: Tone;
  readonly stroke?: Tone;
  /** Width of the stroke; 1 if there is none. */
  readonly width?: number;
  /** Opacity of the whole shape, 0 to 1. */
  readonly opacity?: number;
  readonly dash?: boolean;
  /** A name by which words of the screen light this shape, and are lit. */
  readonly mark?: string;
}

export interface Line extends Look {
  readonly kind: 'line';
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** A path in the language of SVG, made by the helpers of `paths.ts`. */
export interface Path extends Look {
  readonly kind: 'path';
  readonly d: string;
}

export interface Rect extends Look {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly round?: number;
}

export interface Circle extends Look {
  readonly kind: 'circle';
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

export interface Text extends Look {
  readonly kind: 'text';
  readonly x: number;
  /** The base line. */
  readonly y: number;
  readonly text: string;
  /** In units of the drawing; 13 if not given, and never below 11. */
  readonly size?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly face?: 'sans' | 'serif' | 'mono';
  /** A rim in the colour of the sheet, for text that lies on lines. */
  readonly halo?: boolean;
}

/**
 * Shapes that move together. With a key, the page keeps the element from one
 * drawing to the next, and moves it smoothly to its new place.
 */
export interface Group {
  readonly kind: 'group';
  readonly key?: string;
  readonly x?: number;
  readonly y?: number;
  readonly opacity?: number;
  readonly mark?: string;
  readonly shapes: readonly Shape[];
}

/** A place that the reader drags, or moves by the arrow keys. */
export interface Grip {
  readonly kind: 'grip';
  readonly key: string;
  readonly x: number;
  readonly y: number;
  /** Half the side of the place that takes the pointer; 22 if not given. */
  readonly reach?: number;
  /** What it is called, what it stands at, and how that is said. */
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly said: string;
  /** What is seen of it, about its own origin. */
  readonly shapes: readonly Shape[];
}

export type Shape = Line | Path | Rect | Circle | Text | Group | Grip;

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** What the figure shows, in a sentence, for those who do not see it. */
  readonly label: string;
  readonly shapes: readonly Shape[];
}
