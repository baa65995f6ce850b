/**
 * Records of families: what the configuration class and the model of a family
 * do where a file is silent, or where families differ. A record is data; the
 * files beside this one read configurations by it.
 */

import type { Fact } from './facts.js';
import type { Json } from './types.js';

/**
 * Kinds of layers in groups of n: one layer of each group has the kind `that`,
 * the n - 1 layers beside it have the kind `others`.
 */
export interface EveryRule {
  /** The number n, or the key that says it. */
  readonly every: string | number;
  /** The number n where the file does not have that key; 1 by default. */
  readonly of?: number;
  /** Index in its group, from 0, of the layer `that`; n - 1 by default. */
  readonly at?: number;
  /** Kind of that layer; `full_attention` by default. */
  readonly that?: string;
  /** Kind of the others; `sliding_attention` by default. */
  readonly others?: string;
  /** Key of a number of first layers, all `that`; the groups follow them. */
  readonly after?: string;
  /** Key of a number of layers; all layers after that many are `that`. */
  readonly until?: string;
  /**
   * Whether layers behind the last whole group are `that`, too; or the key of a
   * number of last layers that are.
   */
  readonly rest?: true | string;
}

/**
 * Kinds of layers by a key of the file. A rule has one of `turns`, `cycle`,
 * `list`, `groups`, `period` and `from`; beside `cycle`, it may have a second one
 * for files that do not have its key.
 */
export interface KeyRule {
  /**
   * Key of a list of the numbers of layers that are `that`; with `letters`, of
   * a list or string that says the kind of each layer.
   */
  readonly list?: string;
  /** The kinds that the letters, words or numbers of such a list stand for. */
  readonly letters?: Readonly<Record<string, string>>;
  /** Path of the letter, if the list holds objects. */
  readonly field?: string;
  /** Kind of all layers where the file has no such list. */
  readonly absent?: string;
  /** Whether `no_rope_layers` says the kinds: layers that turn are `that`. */
  readonly turns?: boolean;
  /** Key of a list of words that is repeated for all layers. */
  readonly cycle?: string;
  /** Key of a list of pairs: a list of words, and how often it is repeated. */
  readonly groups?: string;
  /** Keys of a period and an offset: layers with index % period = offset. */
  readonly period?: string;
  readonly offset?: string;
  /** Key of the first layer that is of the kind `others`. */
  readonly from?: string;
  /** Number of the first layer in `list`, if that is not 0. */
  readonly base?: number;
  /** Kind of the layers that the rule names; `full_attention` by default. */
  readonly that?: string;
  /** Kind of all other layers; `sliding_attention` by default. */
  readonly others?: string;
}

/**
 * A factor of scores: times · value^power · headDim^width · heads^count. Where
 * neither file nor class says the value, the factor is 1/√headDim.
 */
export interface ScaleRule {
  /** Key of the value, which is 1 in a rule without a key. */
  readonly key?: string;
  /** Exponent of the value; 1 by default. */
  readonly power?: number;
  /** Exponent of the width of a head; 0 by default. */
  readonly width?: number;
  /** Exponent of the number of heads; 0 by default. */
  readonly count?: number;
  /** A number by which all that is multiplied; 1 by default. */
  readonly times?: number;
}

/** Something that a class does in attention and the package does not. */
export interface LackRule {
  /** What it is, after the word of the family: `has a gate of each query`. */
  readonly what: string;
  /** The option of `attention` that makes up for it, if there is one. */
  readonly option?: 'mask' | 'bias';
  /** Number of keys up to which it makes no difference, or its key. */
  readonly keys?: number | string;
  /** Words of the layers that do it; all by default. */
  readonly words?: readonly string[];
}

/** The grid of an image tower, and the tokens around its cells. */
export interface ImageRule {
  /**
   * Number of tokens before the cells: a number, or numbers and keys with a
   * space between them, which are added up.
   */
  readonly prefix?: number | string;
  /** Tokens behind the cells, as `prefix`. */
  readonly suffix?: number | string;
  /** Key of the number of cells of a square grid. */
  readonly cells?: string;
  /** Keys of the lengths of the grid, the slowest axis first. */
  readonly lengths?: string;
  /** Keys of the height and width of the image, if not the usual one. */
  readonly sizes?: string;
  /** Keys of the distances from patch to patch, if patches overlap. */
  readonly steps?: string;
  /** Keys of the number of frames, and of the frames in one patch. */
  readonly frames?: string;
  /** Whether the first frame is a patch by itself. */
  readonly alone?: boolean;
  /** Key of how many of these make up one patch, the last one being filled up. */
  readonly depth?: string;
}

/** What is added to the embeddings. */
export interface TableRule {
  readonly method:
    | 'learned'
    | 'learnedGrid'
    | 'windowedGrid'
    | 'sinusoidal'
    | 'sinusoidalGrid'
    | 'convolution'
    | 'axial';
  /**
   * How many rows it has: a fact or a key, or the sum of two, written with a
   * `+`; `cells` is the number of cells of the grid, and `patches` that number
   * with the tokens around the cells. A table of any length has no such field.
   */
  readonly rows?: string;
  /** How many more rows it has; `padding` is as many as `offset` skips. */
  readonly extra?: number | 'padding';
  /** Row of position 0; `padding` is the row behind that of padding tokens. */
  readonly offset?: number | 'padding';
  /** Fact or key of its width, if that is not the width of the tower. */
  readonly width?: string;
  /** Facts or keys of further options, by their names. */
  readonly named?: Readonly<Record<string, string>>;
  /**
   * Key of the side of an image of training, in pixels of the latent, or its
   * number of patches: they span what all rows of the grid do.
   */
  readonly base?: string | number;
  /** Key of what coordinates of rows and columns are divided by. */
  readonly plane?: string;
  /**
   * Key of a side whose 64th part, in whole numbers and at least 1, stands for
   * `plane` where the file does not say that.
   */
  readonly side?: string;
  /** Key of what coordinates of frames are divided by. */
  readonly time?: string;
  /** Keys of lists of numbers that are options of the spec. */
  readonly lists?: Readonly<Record<string, string>>;
  /** Options of the spec, whatever the file says. */
  readonly options?: Readonly<Record<string, Json>>;
}

/** Keys of lists that hold a value for each stage of a tower. */
export interface StageRule {
  /** Key of the numbers of layers. */
  readonly depths: string;
  /** Key of the numbers of heads. */
  readonly heads?: string;
  /** Key of the widths, or of the first one. */
  readonly widths?: string;
  /** By what each stage multiplies a first width; 2 by default. */
  readonly growth?: number;
  /** Key of the widths of heads, if heads do not share the width. */
  readonly headDims?: string;
  /**
   * The sides of windows, or their key; 0 is a stage that sees all. The first
   * layer of a stage, which joins cells, still has the window of the stage
   * before.
   */
  readonly windows?: string | readonly number[];
  /**
   * Whether all stages have the window of the file, unless their grid is
   * smaller; each stage halves the lengths of the grid.
   */
  readonly fits?: boolean;
  /** Whether each stage has half as many rows and columns of cells. */
  readonly halves?: boolean;
  /** Key of the sides of the windows of the training; 0 is the same side. */
  readonly trained?: string;
}

/** A record: what sets a family apart from the usual decoder. */
export interface Family {
  /** A family whose record this one begins with. */
  readonly like?: string;
  /** Name of its tower; `text` by default. */
  readonly tower?: string;
  /** Keys that say a fact instead of the usual ones; '' if none does. */
  readonly keys?: Partial<Readonly<Record<Fact, string>>>;
  /**
   * Whether each key that says a fact counts, also keys of other families: of a
   * family without a record, nobody knows which its class reads.
   */
  readonly everyKey?: boolean;
  /**
   * Keys of its files that its class does not read, because they say what it
   * does anyway: words of `positions.ts` by key.
   */
  readonly says?: Readonly<Record<string, string>>;
  /** What the configuration class takes where a key is absent. */
  readonly defaults?: Readonly<Record<string, Json>>;
  /** What it takes from version 5 of transformers on, if that is something else. */
  readonly version5?: Readonly<Record<string, Json>>;
  /**
   * What acts in each layer: `rope` by default, `none`, or words of
   * `positions.ts`, with a space between two of them.
   */
  readonly position?: string;
  /** Options that all specs of those words have, whatever the file says. */
  readonly options?: Readonly<Record<string, Json>>;
  /** Key of the most positions of each axis, or of all. */
  readonly limits?: string;
  /** What these encodings have beyond the options of their methods. */
  readonly facts?: Readonly<Record<string, Json>>;
  /**
   * Whether a table of distances counts query minus key; `odd` has one row less
   * for the keys before a query than for those behind it.
   */
  readonly clipReversed?: true | 'odd';
  /**
   * What normalises queries and keys: the form `rms`, `layer` or `length`, then
   * what sets it apart. `heads`: each head has weights of its own; `width`: all
   * heads are normalised together; `one`: 1 is added to the weights; `plain`:
   * there are no weights; `bias`;
   * `turned`: queries and keys are turned before; `logits`: a learned factor of
   * each head.
   */
  readonly norm?: string;
  /** What the class does in attention that the package does not compute. */
  readonly lacks?: readonly LackRule[];
  /** Kinds of layers with learned sinks, and the switch that some files have. */
  readonly sinks?: Readonly<Record<string, string | true>>;
  /** Whether every second layer of a stage moves its windows by half of one. */
  readonly shifted?: boolean;
  /** Whether the bias is multiplied by 1/√headDim as the scores are. */
  readonly biasScaled?: boolean;
  /** What is added to the embeddings; `null` takes away what `like` has. */
  readonly table?: TableRule | null;
  /**
   * Learned tables of the sides of boxes on a page, by side: the fact or key of
   * their width.
   */
  readonly boxes?: Readonly<Record<string, string>>;
  /** The grid of an image tower; `null` if no key says its size. */
  readonly image?: ImageRule | null;
  /** Stages of different widths. */
  readonly stages?: StageRule;
  /** Whether queries see all keys: encoders. */
  readonly bidirectional?: boolean;
  /** Which components of a head form a pair; `half` by default. */
  readonly layout?: 'half' | 'interleaved';
  /** Key of a switch of the layout: `true` is `interleaved`. */
  readonly layoutKey?: string;
  /**
   * How interleaved pairs are written, if not as they are read: code that
   * brings heads into halves before it turns them leaves them so.
   */
  readonly outLayout?: 'half';
  /**
   * Which layers attend how, if no `layer_types` says it; a word is the kind of
   * all layers.
   */
  readonly kinds?:
    | EveryRule
    | KeyRule
    | 'sliding'
    | 'window'
    | 'full'
    | (string & {});
  /**
   * Whether the class reads `layer_types`; by default, classes do whose layers
   * differ.
   */
  readonly layerTypes?: boolean;
  /** Kind of the last layer, whatever the file says. */
  readonly last?: string;
  /** Kinds that words of the file stand for in this family. */
  readonly words?: Readonly<Record<string, string>>;
  /** Key of the number of latest keys that queries see, their own included. */
  readonly latest?: string;
  /** Key of a switch without which the window is ignored. */
  readonly windowSwitch?: string;
  /** Whether the windows of an image are measured in pixels. */
  readonly windowPixels?: boolean;
  /** By what the value of the file is multiplied to get the window. */
  readonly windowFactor?: number;
  /**
   * How far a layer sees that is not causal, if it is not half of the window to
   * each side: `below` the window to each side, or `uneven`, half of it with one
   * key less before the query.
   */
  readonly sides?: 'below' | 'uneven';
  /** What is turned, if not queries and keys. */
  readonly rotaryOf?: 'embeddings';
  /** Whether they are turned by the opposite angles. */
  readonly inverse?: boolean;
  /** Whether queries see blocks of keys, by the rules of `blocks.ts`. */
  readonly blocks?: boolean;
  /** How many times as wide all heads together are as the embeddings. */
  readonly wider?: number;
  /** Whether the width is that of all heads together where no key says it. */
  readonly innerWidth?: boolean;
  /** Whether all heads together are turned as one, before they are cut. */
  readonly wholeWidth?: boolean;
  /** How many times there are `moreLayers`; 1 by default. */
  readonly moreTimes?: number;
  /** The kinds of layers that flat rope parameters scale; all by default. */
  readonly scaled?: string | readonly string[];
  /** Keys of nested rope parameters by kinds of layers, if they differ. */
  readonly ropeKeys?: Readonly<Record<string, string>>;
  /** What the class takes where a key of the rope parameters is absent. */
  readonly ropeDefaults?: Readonly<Record<string, Json>>;
  /** Key of a number by which the base of the frequencies is multiplied. */
  readonly thetaFactor?: string;
  /** Whether the turned components are the last ones of a head. */
  readonly tail?: boolean;
  /** Number of key heads, whatever the file says. */
  readonly keyHeads?: number;
  /** Kind of layers that are not turned. */
  readonly noRope?: string;
  /** Whether mixers turn queries and keys, too. */
  readonly mixersTurn?: boolean;
  /**
   * Whether layers with a dense MLP turn of whatever kind they are:
   * `mlp_layer_types`, or else `first_k_dense_replace`, says which they are.
   */
  readonly ropeDense?: boolean;
  /**
   * Whether `no_rope_layers`, or the key of a list like it, and an interval say
   * which layers turn.
   */
  readonly ropeList?: boolean | string;
  /**
   * Factor of the scores; 1/√headDim by default. `terms` is DeBERTa's
   * 1/√(headDim · (1 + n)) for n terms besides content by content.
   */
  readonly scale?: number | 'terms' | ScaleRule;
  /** What multiplies ln(factor) in YaRN's attention factor; 0.1 by default. */
  readonly slope?: number;
  /** Key of a switch that divides the scores of layer n, from 1, by n. */
  readonly scaleSwitch?: string;
  /** Whether `mscale_all_dim` also multiplies the scores, as in DeepSeek. */
  readonly mscaled?: boolean;
  /**
   * The axes of the rope of an image tower: an option of `rope`, or the type
   * `parted`, `alternating`, `turns`, `across`, `separate`, `widths`, `thirds`,
   * `triples` or `eighths` of `rope-axes.ts`. `halved` turns half of a head where
   * `widths` do not fill it.
   */
  readonly axes?: { readonly type: string; readonly [option: string]: Json };
  /** Key of a list whose sum is the width of a head where no key says that. */
  readonly headSum?: string;
  /**
   * Key of the side of square blocks: cells follow each other block by block,
   * not row by row.
   */
  readonly merge?: string;
  /**
   * How sections of M-RoPE share the pairs where no key says it: `interleaved`;
   * `rest`, interleaved, where time has whatever height and width leave; or
   * `alternating`, whose sections stand for height, width and time.
   */
  readonly sections?: 'interleaved' | 'rest' | 'alternating';
  /** Whether the schedule `ntk` is Su's fixed form. */
  readonly fixedNtk?: boolean;
  /** Factors of queries by position. */
  readonly queryScale?: 'llama4' | 'mistral';
  /** The law by which its mixers forget: that of `decaySlopes`; `null` without. */
  readonly decay?: 'minimax' | 'minimax-text01' | 'ring' | null;
  /** Changes under conditions on keys; the first one that holds counts. */
  readonly when?: readonly {
    readonly if: Readonly<Record<string, Json>>;
    readonly take: Family;
  }[];
  /** Towers that share this section of the file, with their changes. */
  readonly towers?: Readonly<Record<string, Family>>;
  /** Section into which its class puts the keys of its text, if they are at the top. */
  readonly nests?: string;
  /** Whether all its layers are in nested sections. */
  readonly composite?: boolean;
  /**
   * Families of the nested sections that do not name theirs, by their towers;
   * a second word is the key of the section, if that is not a usual one.
   */
  readonly parts?: Readonly<Record<string, string>>;
  /**
   * What the class writes into a section that the file does not have, by the
   * towers of `parts`; `null` if the model then has no such part.
   */
  readonly absent?: Readonly<
    Record<string, Readonly<Record<string, Json>> | null>
  >;
}
