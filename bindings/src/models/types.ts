/** What `model` gives: the towers of a model and the positions of each layer. */

import type { Rope, RopeSpec } from '../rotary/rope.js';

/** Parts of a model that have layers of their own. */
export type TowerName =
  | 'text'
  | 'encoder'
  | 'decoder'
  | 'vision'
  | 'audio'
  | 'backbone'
  | 'depth_decoder'
  | (string & {});

/** A value that JSON can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * A spec that a configuration turns into: the word of a method, and its
 * options. `make` computes it once the weights and sizes are given that it
 * lacks.
 */
export interface ModelSpec {
  readonly method: string;
  readonly [option: string]: Json;
}

/** Learned numbers that the spec of an encoding lacks. */
export interface MissingWeight {
  /** The axes, slowest first, such as `['buckets', 'heads']`. */
  readonly axes: readonly string[];
  /** Their lengths, such as `[32, 12]`; `null` where the input decides. */
  readonly shape: readonly (number | null)[];
  /** Whether the method computes without it, too. */
  readonly optional?: true;
}

/** What is known of an encoding besides its spec. */
export interface PositionDetails {
  /** The weights that go with the spec, by the names of the options. */
  readonly missing: Readonly<Record<string, MissingWeight>>;
  /**
   * What the class has or does beyond the options of the method, such as
   * `limits`, the most positions of each axis.
   */
  readonly facts: Readonly<Record<string, Json>>;
  /** Whether `make` has the method. It has no convolution, for example. */
  readonly made: boolean;
}

/** How the class of a layer normalises its queries and keys. */
export interface NormFacts {
  /** The option `norm` of `attention`. */
  readonly form: 'rms' | 'layer' | 'length';
  /** Its option `normEpsilon`. */
  readonly epsilon: number;
  /** Its option `normOffset`: 1 where the class adds 1 to the weights. */
  readonly offset: number;
  /** Whether queries and keys are turned before: its option `normTurned`. */
  readonly turned: boolean;
  /** The weights, by the names of its options. */
  readonly missing: Readonly<Record<string, MissingWeight>>;
}

/** Something that the class of a layer does and `attention` does not. */
export interface Lack {
  /** What it is, after `layer n of …`: `turns values, too`. */
  readonly what: string;
  /** The option of `attention` that makes up for it, if there is one. */
  readonly option?: 'mask' | 'bias';
  /** Number of keys up to which it makes no difference. */
  readonly keys?: number;
}

/**
 * Which keys the queries of a layer see; those of a `window` are in the same
 * rectangle of an image.
 */
export type AttentionKind =
  | 'full'
  | 'sliding'
  | 'chunked'
  | 'cross'
  | 'sparse'
  | 'window';

/** What a configuration says of a layer of a tower. */
export interface LayerFacts {
  /** Number of the layer in its tower, from 0. */
  readonly index: number;
  /** Which keys its queries see; `null` for a mixer without attention. */
  readonly attention: AttentionKind | null;
  /** Name of a mixer without attention, such as `mamba`; else `null`. */
  readonly mixer: string | null;
  /** Whether queries see keys behind them only. */
  readonly causal: boolean;
  /**
   * Number of keys that a query sees, itself included, in a causal layer. In a
   * layer that is not causal, keys whose distance is at most half of it. In an
   * image, the side of a window in cells. `null` without a window.
   */
  readonly window: number | null;
  /**
   * How far queries see, as the option `window` of `attention`: the numbers of
   * keys before and behind the query, in a sliding layer or a Transformer-XL of
   * equal lengths. `null` if that is not limited.
   */
  readonly reach: readonly [before: number, behind: number] | null;
  /**
   * Which blocks of keys queries see: the option `blocks` of `attention`. `null`
   * without blocks.
   */
  readonly blocks: {
    readonly type: 'window' | 'strided';
    readonly [option: string]: Json;
  } | null;
  /**
   * By how many cells the windows of an image are moved, which `attention` cuts
   * by its option `grid`; 0 if they are not.
   */
  readonly shift: number;
  /** Number of query heads. */
  readonly heads: number;
  /** Number of key heads, which groups of query heads share. */
  readonly keyHeads: number;
  /** Width of a query head, with the part that is not turned. */
  readonly headDim: number;
  /** Every position spec that acts in this layer; none in a layer without. */
  readonly positions: readonly ModelSpec[];
  /** What is known of each of `positions` besides its spec, in their order. */
  readonly details: readonly PositionDetails[];
  /**
   * What its class does that `attention({ model })` does not compute; it refuses
   * such a layer.
   */
  readonly lacks: readonly Lack[];
  /** What normalises its queries and keys, or `null`. */
  readonly norm: NormFacts | null;
  /**
   * Whether a learned score of each head takes part in the softmax: the option
   * `sinks` of `attention`.
   */
  readonly sinks: boolean;
  /**
   * The spec of the rotation of queries and keys, which `make` of every entry
   * with `rope` takes; `null` if nothing is turned, or if no rope can be made of
   * it, as a finding says.
   */
  readonly spec: RopeSpec | null;
  /** What is turned: the option `rotaryOf` of `attention`. */
  readonly rotaryOf: 'queries' | 'embeddings';
  /** Whether it is turned by the opposite angles: its `rotaryInverse`. */
  readonly rotaryInverse: boolean;
  /** Factor A of cosines and sines that the rotation brings, or 1. */
  readonly attentionFactor: number;
  /** Factor of the scores before the softmax. A² is not in it. */
  readonly softmaxScale: number;
  /** Limit c of scores that become c · tanh(score / c); `null` without. */
  readonly softcap: number | null;
  /** Factors of the queries by position, or `null`. */
  readonly queryScale: ModelSpec | null;
  /**
   * What a mixer of linear attention keeps of a key by its distance: the spec of
   * `decay`, whose options `decaySlopes` and `decayFactors` take, too. `null` in
   * other layers.
   */
  readonly decay: ModelSpec | null;
  /**
   * What the scores are multiplied by in all, as a multiple of 1/√headDim: 1
   * for a plain model.
   */
  readonly temperature: {
    /** In the part that is turned: softmaxScale · A² · √headDim. */
    readonly rotated: number;
    /** In the part that passes unchanged: softmaxScale · √headDim. */
    readonly unrotated: number;
  };
}

/** One layer of a tower. */
export interface Layer extends LayerFacts {
  /**
   * The rotation of queries and keys, ready to compute: what `make` gives for
   * `spec`. If it depends on the length of the text (`dynamic`, `longrope`), it
   * is that of the first training at every position: `rope.at(length)` is that of
   * a longer text, which `attention({ model })` takes by itself.
   */
  readonly rope: Rope | null;
}

/** A part of a model with layers of its own. */
export interface Tower<OneLayer = Layer> {
  /** Word of its family, as in `model_type`. */
  readonly family: string;
  /** Width of its embeddings, if the configuration says it. */
  readonly width: number | null;
  /** What is added to its embeddings. */
  readonly table: ModelSpec | null;
  /** What is known of `table` besides its spec. */
  readonly tableDetails: PositionDetails | null;
  /**
   * Tables of the sides of boxes on a page, by `x`, `y`, `height` and `width`;
   * none in models that read text alone.
   */
  readonly boxes: Readonly<Record<string, ModelSpec>>;
  /**
   * Lengths of the axes of an image tower in cells, slowest first, for the size
   * of image that the configuration says; else `null`.
   */
  readonly grid: readonly number[] | null;
  /**
   * Number of tokens before the cells of the grid, such as class and register
   * tokens; a rope does not turn them.
   */
  readonly prefix: number;
  /** Number of tokens behind the cells, which a rope does not turn. */
  readonly suffix: number;
  readonly layers: readonly OneLayer[];
}

/** How bad a finding is. */
export type Severity = 'error' | 'warning' | 'note';

/** The kinds of findings. */
export type FindingKind =
  | 'unknown_key'
  | 'missing'
  | 'conflict'
  | 'inconsistent'
  | 'wrong_length'
  | 'wrong_type'
  | 'out_of_range'
  | 'engine_disagreement'
  | 'version_hazard'
  | 'not_computed';

/**
 * A change of a configuration: values by the paths of their keys, such as
 * `rope_scaling.factor`; `null` takes a key away.
 */
export type Mend = { readonly [path: string]: Json };

/**
 * What is wrong with a configuration, is read differently by programs, or is not
 * computed by this package.
 */
export interface Finding {
  readonly severity: Severity;
  readonly kind: FindingKind;
  /** Path of the key, such as `rope_scaling.factor`. */
  readonly key: string;
  /** Its value; `undefined` if it is missing. */
  readonly value: unknown;
  /** What is wrong, and what programs do with it. */
  readonly message: string;
  /** What to write instead. */
  readonly advice: string;
  /** The value that each program takes, where they differ. */
  readonly engines?: Readonly<Record<string, number | string>>;
  /**
   * Changes after which it is gone, where it is known what was meant: one of them
   * is to be chosen.
   */
  readonly mends?: readonly Mend[];
}

/** What a configuration leaves open. */
export interface Assumed {
  readonly key: string;
  readonly value: Json;
  readonly why: string;
}

/** The position encodings of a model. */
export interface Model<OneLayer = Layer> {
  /** The word of `model_type`, or what stands for it. */
  readonly type: string;
  /** All parts of the model that have positions, by name. */
  readonly towers: Readonly<Partial<Record<TowerName, Tower<OneLayer>>>>;
  /** The layers of the main tower. */
  readonly layers: readonly OneLayer[];
  /** What is wrong with the configuration, worst first. */
  readonly findings: readonly Finding[];
  /** What it leaves open, and what was taken instead. */
  readonly assumed: readonly Assumed[];
  /**
   * Whether the family is a guess: `model_type` is missing or unknown, so that
   * `architectures` or the keys of the file decide.
   */
  readonly guessed: boolean;
}
