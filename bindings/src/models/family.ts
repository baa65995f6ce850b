/**
 * Records of families: what the configuration class and the model of a family
 * do where a file is silent, or where families differ. A record is data; the
 * files beside this one read configurations by it.
 */

import type { Fact } from './facts.js';
import type { Json } from './types.js';

/** Which layers attend how. The last layer of each group of n is the `last`. */
export interface EveryRule {
  /** Key of the number n; `[key, default]` if the class has one. */
  readonly every: string | number;
  /** Number that stands for n where the file is silent. */
  readonly of?: number;
  /** Which layer of a group is the other one; by default its last. */
  readonly at?: number;
  /** Kind of that layer; `full_attention` by default. */
  readonly that?: string;
  /** Kind of the others; `sliding_attention` by default. */
  readonly others?: string;
  /** Key of a number of first layers that are `that`; groups begin behind. */
  readonly after?: string;
}

/** Kinds of layers by a key of the file. */
export interface KeyRule {
  /** Key of a list of layer numbers, or of a letter or number for each layer. */
  readonly list?: string;
  readonly letters?: Readonly<Record<string, string>>;
  /** Path of the letter, if the list holds objects. */
  readonly field?: string;
  /** Kind of all layers where the file has no such list. */
  readonly absent?: string;
  /** Whether the layers that turn are `that`. */
  readonly turns?: boolean;
  /** Key of a list of words that is repeated; what follows counts without it. */
  readonly cycle?: string;
  /** Key of a list of pairs: a list of words, and how often it is repeated. */
  readonly groups?: string;
  /** Keys of a period and an offset: layers with index % period = offset. */
  readonly period?: string;
  readonly offset?: string;
  /** Key of the first layer that slides; those before it are full. */
  readonly from?: string;
  /** Number of the first layer in the file, if that is not 0. */
  readonly base?: number;
  readonly that?: string;
  readonly others?: string;
}

/** A factor of scores: times · value^power · headDim^width. */
export interface ScaleRule {
  /** Key of the value; without it, that is 1. */
  readonly key?: string;
  readonly power?: number;
  readonly width?: number;
  readonly times?: number;
}

/** The grid of an image tower, and the tokens around its cells. */
export interface ImageRule {
  /** Tokens before the cells: a number, or numbers and keys to be added. */
  readonly prefix?: number | string;
  /** Tokens behind the cells, as `prefix`. */
  readonly suffix?: number | string;
  /** Key of the number of cells of a square grid. */
  readonly cells?: string;
  /** Keys of the lengths of the grid, slowest axis first. */
  readonly lengths?: string;
  /** Keys of the height and width of the image, if not the usual one. */
  readonly sizes?: string;
  /** Keys of the distances from patch to patch, if patches overlap. */
  readonly steps?: string;
  /** Keys of the number of frames, and of the frames in one patch. */
  readonly frames?: string;
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
   * Fact or key of the number of rows, or two of them with a `+`; `cells` of a
   * grid without the tokens around it, or `patches`, with them. None for tables
   * of any length.
   */
  readonly rows?: string;
  /** Rows beyond that number; `padding` is as many as `offset` skips. */
  readonly extra?: number | 'padding';
  /** Row of position 0; `padding` is one beyond the row of padding. */
  readonly offset?: number | 'padding';
  /** Fact or key of its width; that of the tower without it. */
  readonly width?: string;
  /** Facts or keys of further options, by their names. */
  readonly named?: Readonly<Record<string, string>>;
  /** Keys of lists of numbers that are options of the spec. */
  readonly lists?: Readonly<Record<string, string>>;
  /** Options of the spec that are always the same. */
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
   * Key of the sides of windows. The first layer of a stage, which joins cells,
   * still has the window of the stage before.
   */
  readonly windows?: string;
}

/** A record. */
export interface Family {
  /** A family whose record this one begins with. */
  readonly like?: string;
  /** Name of its tower; `text` by default. */
  readonly tower?: string;
  /** Keys that say a fact instead of the usual ones. */
  readonly keys?: Partial<Readonly<Record<Fact, string>>>;
  /** What the configuration class takes where a key is absent. */
  readonly defaults?: Readonly<Record<string, Json>>;
  /**
   * What acts in each layer: `rope` by default, `none`, or words of
   * `positions.ts`, with a space between two of them.
   */
  readonly position?: string;
  /** Options of the specs of those words that are always the same. */
  readonly options?: Readonly<Record<string, Json>>;
  /** Whether rows of distances end one earlier behind a query than before it. */
  readonly clipOdd?: boolean;
  /** Whether the bias is multiplied by 1/√headDim as the scores are. */
  readonly biasScaled?: boolean;
  /** What is added to the embeddings. */
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
  /** Kind of the last layer, whatever the file says. */
  readonly last?: string;
  /** Kinds that words of the file stand for in this family. */
  readonly words?: Readonly<Record<string, string>>;
  /** Key of a switch without which the window is ignored. */
  readonly windowSwitch?: string;
  /** Whether the windows of an image are measured in pixels. */
  readonly windowPixels?: boolean;
  /** What the value of the file is multiplied by for the window. */
  readonly windowFactor?: number;
  /** How many times wider its heads are together than its embeddings. */
  readonly wider?: number;
  /** Kinds of layers that alone are scaled by flat rope parameters. */
  readonly scaled?: string | readonly string[];
  /** Keys of nested rope parameters by kinds of layers, if not those words. */
  readonly ropeKeys?: Readonly<Record<string, string>>;
  /** What an object of rope parameters says where it is silent. */
  readonly ropeDefaults?: Readonly<Record<string, Json>>;
  /** Key of a number by which the base of the frequencies is multiplied. */
  readonly thetaFactor?: string;
  /** Whether the turned components are the last ones of a head. */
  readonly tail?: boolean;
  /** Number of key heads, whatever the file says. */
  readonly keyHeads?: number;
  /** Kind of layers that are not turned. */
  readonly unturned?: string;
  /**
   * Whether layers with a dense MLP turn of whatever kind they are:
   * `mlp_layer_types`, or else `first_k_dense_replace`, says which they are.
   */
  readonly turnedDense?: boolean;
  /**
   * Whether `no_rope_layers`, or the key of a list like it, and an interval say
   * which layers turn.
   */
  readonly turnedList?: boolean | string;
  /**
   * Factor of the scores; `terms` is 1/√(headDim · (1 + the terms of DeBERTa)).
   */
  readonly scale?: number | 'terms' | ScaleRule;
  /** Growth of YaRN's attention factor, if that is not 0.1. */
  readonly slope?: number;
  /** Key of a switch that divides the scores of layer n, from 1, by n. */
  readonly scaleSwitch?: string;
  /** Whether `mscale_all_dim` also enters the factor of the scores. */
  readonly mscaled?: boolean;
  /**
   * The axes of the rope of an image tower: an option of `rope`, or the type
   * `parted`, `alternating` or `separate` of `rope-axes.ts`.
   */
  readonly axes?: { readonly type: string; readonly [option: string]: Json };
  /** Key of the side of the blocks in which cells follow each other. */
  readonly merge?: string;
  /** Whether sections of M-RoPE are interleaved where no key says it. */
  readonly interleavedSections?: boolean;
  /** Whether the schedule `ntk` is Su's fixed form. */
  readonly fixedNtk?: boolean;
  /** Factors of queries by position. */
  readonly queryScale?: 'llama4' | 'mistral';
  /** Changes under a condition on keys, the first that holds. */
  readonly when?: readonly {
    readonly if: Readonly<Record<string, Json>>;
    readonly take: Family;
  }[];
  /** Towers that share this section of the file, with their changes. */
  readonly towers?: Readonly<Record<string, Family>>;
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
