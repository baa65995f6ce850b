/** One tower of a model: its table and its layers. */

import { PosencRangeError, show } from '../base/errors.js';
import { blocksOf } from './blocks.js';
import type { Fact } from './facts.js';
import type { Family } from './family.js';
import { imageTokens } from './image.js';
import { lacksOf } from './lacks.js';
import { layerWords } from './layers/kinds.js';
import { ropeLayers } from './layers/rope-layers.js';
import { MOST_LAYERS, stagesOf } from './layers/stages.js';
import { limitsOf } from './limits.js';
import { normOf } from './norms.js';
import type { Place } from './place.js';
import { positionsOf } from './positions.js';
import { ropesOf } from './rope-axes.js';
import type { RopeFacts } from './rope-facts.js';
import { axesWidth, type HeadWidths, ropeSpec } from './rope-spec.js';
import { queryScaleOf, scoreScale, softcapOf } from './scores.js';
import { count, type Section } from './section.js';
import { boxesOf, tableDetails, tableOf } from './tower-table.js';
import type {
  AttentionKind,
  LayerFacts,
  ModelSpec,
  PositionDetails,
  Tower,
} from './types.js';

/** Reads the spec of a rope; `null` if none can be made of it. */
export type RopeReader = (spec: ModelSpec) => RopeFacts | null;

/** The layers whose queries share keys, where others have as many of them. */
const GROUPED = 'grouped_query_attention';

/** Words of `layer_types`, by the kind of their attention. */
const attentions = new Map<string, AttentionKind>(
  Object.entries({
    full:
      'full_attention attention global_attention hybrid minimax_m3_sparse ' +
      'global deepseek_sparse_attention indexed_attention ' +
      GROUPED,
    // Compressed attention sees a window, and one key for each earlier block.
    sliding:
      'sliding_attention hybrid_sliding local_attention local ' +
      'compressed_sparse_attention heavily_compressed_attention',
    chunked: 'chunked_attention',
    window: 'window_attention',
    cross: 'cross_attention',
    sparse: 'block_sparse lsh',
  }).flatMap(([kind, words]) =>
    words.split(' ').map((word) => [word, kind as AttentionKind] as const),
  ),
);

/** The kind of attention of a word of `layer_types`; `null` for a mixer. */
export function attentionOf(word: unknown): AttentionKind | null {
  return (typeof word === 'string' && attentions.get(word)) || null;
}

/** The tower that a section describes. */
export function towerOf(
  name: string,
  section: Section,
  family: Family,
  readRope: RopeReader,
): Tower<LayerFacts> {
  const tokens = imageTokens(section, family);
  const stages = stagesOf(section, family, tokens.grid);
  const layers = stages?.length ?? layerCount(section, family);
  if (layers === null || layers > MOST_LAYERS) {
    const [key, value] = section.said('layers');
    throw new PosencRangeError(
      `model: ${section.path}${key} must be the number of layers, at most ` +
        `${MOST_LAYERS}, got ${show(value)}`,
      { code: 'ERR_RANGE', param: section.path + key, value },
    );
  }
  const width =
    stages?.at(-1)?.width ??
    section.fact('width') ??
    innerWidth(section, family);
  const words = layerWords(section, family, layers);
  const turned = ropeLayers(section, family, words);
  const headsByLayer = section.numbers('num_attention_heads_per_layer', count);
  const varies = section.varies || section.overrides;
  const windows = listed(section, 'window');
  const { scaleSwitch } = family;
  const divided = scaleSwitch !== undefined && section.boolean(scaleSwitch);
  const made = new Map<string, OfLayer>();
  const table = tableOf(section, family, stages?.[0]?.width ?? width, tokens);
  return {
    family: name,
    width,
    table,
    tableDetails: table && tableDetails(table, section, family),
    boxes: boxesOf(section, family, tokens),
    ...tokens,
    layers: words.map((word, index) => {
      const turns = turned(index);
      const own = section.at(index);
      const stage = stages?.[index];
      const heads =
        stage?.heads ?? headsByLayer?.[index] ?? headsOf(own, family, word);
      const window = stage?.window ?? windows?.[index];
      const {
        inner: wide,
        shift = 0,
        trained = null,
        grid = null,
      } = stage ?? {};
      const place = varies ? index : '';
      const sizes = `${heads} ${window} ${wide} ${shift} ${trained} ${grid}`;
      const id = `${word} ${turns} ${sizes} ${place}`;
      let layer = made.get(id);
      if (layer === undefined) {
        const moved = { shift, trained, grid };
        const facts = { word, turns, heads, window, width: wide, ...moved };
        layer = layerOf(own, family, facts, readRope);
        section.notes.countKind();
        made.set(id, layer);
      }
      const decay = decayOf(family, layer, index, layers);
      const whole = { index, ...layer, decay };
      return divided ? dividedLayer(whole) : whole;
    }),
  };
}

/** The width of all heads together, if that is the width of the tower. */
function innerWidth(section: Section, family: Family): number | null {
  const headDim = family.innerWidth ? section.fact('headDim') : null;
  return headDim && headDim * (section.fact('heads') ?? 1);
}

/** What is known of a layer whatever its number is. */
type OfLayer = Omit<LayerFacts, 'index' | 'decay'>;

/** How a mixer forgets, by the law of its family. */
function decayOf(
  { decay: law }: Family,
  { mixer, heads }: OfLayer,
  layer: number,
  layers: number,
): ModelSpec | null {
  if (!law || mixer === null) return null;
  // These programs divide by the number of the other layers.
  if (law !== 'minimax' && layers < 2) return null;
  return { method: 'decay', heads, law, layer, layers };
}

/** A layer whose scores are divided by its number, counted from 1. */
function dividedLayer(layer: LayerFacts): LayerFacts {
  const by = layer.index + 1;
  const { rotated, unrotated } = layer.temperature;
  return {
    ...layer,
    softmaxScale: layer.softmaxScale / by,
    temperature: { rotated: rotated / by, unrotated: unrotated / by },
  };
}

/** What sets layers of a tower apart. */
interface Differences {
  /** Its word in `layer_types`. */
  readonly word: string;
  /** Whether its queries and keys are turned. */
  readonly turns: boolean;
  readonly heads: number;
  /** Its own window, where the file lists them. */
  readonly window: number | undefined;
  /** Width of its heads together, in a tower of stages. */
  readonly width: number | undefined;
  /** By how many cells its windows are moved. */
  readonly shift: number;
  /** The side of the windows of its training, if the file says it. */
  readonly trained: number | null;
  /** The grid of its cells, if it is not that of the image. */
  readonly grid: readonly number[] | null;
}

/** The details of a rope, which needs no weights. */
function ropeDetails(
  { axes }: ModelSpec,
  section: Section,
  family: Family,
): PositionDetails {
  const { widths } = { ...(axes as { widths?: readonly number[] } | null) };
  const facts = limitsOf(section, family, widths?.length ?? 1);
  return { missing: {}, facts, made: true };
}

/** The number of layers, which some files say as a list of blocks or kinds. */
function layerCount(
  section: Section,
  { moreTimes = 1 }: Family,
): number | null {
  const [key, value] = section.said('layers');
  if (!Array.isArray(value)) {
    const layers = section.fact('layers', { ...count, min: 0 });
    // The images of Mllama go through further layers with gates.
    const [, listed] = section.said('moreLayers');
    const more = Array.isArray(listed)
      ? listed.length
      : (section.fact('moreLayers', { ...count, min: 0 }) ?? 0);
    return layers && layers + more * moreTimes;
  }
  const list = section.list(key) ?? [];
  if (list.some((one) => typeof one === 'string')) return list.length;
  return section.numbers(key, count)?.reduce((a, b) => a + b, 0) ?? null;
}

/** A fact that a file says for each layer; `undefined` if it says but one. */
function listed(section: Section, fact: Fact): readonly number[] | undefined {
  const [key, value] = section.said(fact);
  if (!Array.isArray(value)) return undefined;
  return section.numbers(key, count) ?? [];
}

/** The number of query heads of a layer. */
function headsOf(section: Section, family: Family, word: string): number {
  const sliding = attentions.get(word) === 'sliding';
  const own = sliding ? section.fact('slidingHeads') : null;
  const said = own ?? section.fact('heads');
  const each = said === null ? axesWidth(section, family) : null;
  const width = each && section.fact('width');
  return said ?? (each && width ? Math.max(1, Math.floor(width / each)) : 1);
}

/** The number of key heads of a layer, if the file says it. */
function keyHeadsOf(section: Section, word: string) {
  const kind = word === GROUPED ? null : attentionOf(word);
  const full = kind === 'full' ? section.fact('globalKeyHeads') : null;
  const sliding = kind === 'sliding' ? section.fact('slidingKeyHeads') : null;
  return full ?? sliding ?? section.fact('keyHeads');
}

/** Whether queries see the keys behind them, too. */
function seesBehind(section: Section, { bidirectional }: Family): boolean {
  return (
    section.raw('is_causal') === false ||
    ((bidirectional ?? false) && section.raw('is_decoder') !== true)
  );
}

/** What a layer does, from its facts and from what all layers share. */
function layerOf(
  section: Section,
  family: Family,
  facts: Differences,
  readRope: RopeReader,
): OfLayer {
  const { word, turns, heads: all, window: own, width, shift } = facts;
  const { trained, grid } = facts;
  const kind = attentions.get(word) ?? null;
  const bidirectional = seesBehind(section, family);
  const window = windowOf(section, family, kind, { own, bidirectional });
  // Sliding attention without a window sees all keys.
  const open = window === null && (kind === 'sliding' || own === 0);
  const attention = open ? 'full' : kind;
  const full = kind === 'full';
  const widths = headWidths(section, family, all, full, width);
  const { headDim } = widths;
  // ConvBERT replaces the other heads by convolutions.
  const ratio = section.fact('headRatio') ?? 1;
  const heads = Math.max(1, Math.floor(all / ratio));
  const keyHeads = family.keyHeads ?? keyHeadsOf(section, word) ?? heads;
  const rotary = turns && (attention !== null || (family.mixersTurn ?? false));
  const turned = family.wholeWidth
    ? wholeWidth(heads * headDim, Number(family.axes?.count))
    : widths;
  const spec = rotary ? ropeSpec(section, family, word, turned) : null;
  const ropes = spec === null ? [] : ropesOf(section, spec, family);
  const rope = ropes[0] === undefined ? null : readRope(ropes[0]);
  const place = { section, family, heads, headDim, bidirectional, window };
  const others =
    attention === null ? [] : positionsOf({ ...place, trained, grid });
  const blocks = blocksOf(place, word, family.blocks);
  const scale = scoreScale(section, family, headDim, heads);
  // A rope says what YaRN multiplies the scores by besides 1/√headDim.
  const more =
    rope === null ? 1 : rope.softmaxScale * Math.sqrt(turned.headDim);
  const softmaxScale = scale * more;
  const unrotated = softmaxScale * Math.sqrt(headDim);
  const a = rope?.attentionFactor ?? 1;
  return {
    attention,
    mixer: attention === null ? word : null,
    causal: !bidirectional,
    window,
    reach: blocks ? null : reachOf(place, attention),
    ...{ blocks, shift },
    heads,
    keyHeads,
    headDim,
    positions: [...ropes, ...others.map(({ spec }) => spec)],
    details: [
      ...ropes.map((rope) => ropeDetails(rope, section, family)),
      ...others.map(({ details }) => details),
    ],
    lacks: lacksOf({ ...place, word, attention, ropes }),
    norm:
      attention === null && !family.mixersTurn ? null : normOf(place, keyHeads),
    sinks: attention !== null && hasSinks(section, family, attention),
    spec: rope?.spec ?? null,
    rotaryOf: family.rotaryOf ?? 'queries',
    rotaryInverse: family.inverse ?? false,
    attentionFactor: a,
    softmaxScale,
    softcap: softcapOf(section),
    queryScale: queryScaleOf(section, family, rotary),
    temperature: { rotated: unrotated * a * a, unrotated },
  };
}

/** A width of all heads that axes share; the rest stands in front. */
function wholeWidth(width: number, axes: number): HeadWidths {
  const turned = 2 * axes * Math.floor(width / (2 * axes));
  return { headDim: width, turned: [width - turned, turned] };
}

/** The width of a head and, in latent attention, which part of it turns. */
function headWidths(
  section: Section,
  family: Family,
  heads: number,
  full: boolean,
  own: number | undefined,
) {
  const { wider = 1 } = family;
  const turned = section.fact('rotaryPart', { ...count, min: 0 });
  const plain = section.fact('plainPart', { ...count, min: 0 });
  // The two parts of a head of DeepSeek's latent attention; both are 0 in
  // models that do without it.
  if (turned !== null && plain !== null && plain + turned > 0) {
    return { headDim: plain + turned, turned: [plain, turned] } as const;
  }
  const { overrides } = section;
  const global = full && !overrides ? section.fact('globalHeadDim') : null;
  const said = global ?? section.fact('headDim') ?? axesWidth(section, family);
  const width =
    own ?? section.fact('headsWidth') ?? wider * (section.fact('width') ?? 0);
  if (said !== null) return { headDim: said, turned: null };
  if (width === 0) {
    const [key] = section.said('width');
    section.fault(
      'missing',
      key,
      'is missing, and no head_dim says how wide heads are',
      `write ${key}`,
    );
  }
  return { headDim: Math.max(1, Math.floor(width / heads)), turned: null };
}

/** The window of a layer; `null` if it has none. */
function windowOf(
  section: Section,
  { windowSwitch, windowFactor = 1, windowPixels, sides }: Family,
  attention: AttentionKind | null,
  { own, bidirectional }: { own: number | undefined; bidirectional: boolean },
): number | null {
  if (attention === 'chunked') return section.fact('chunk');
  if (attention === 'window') {
    const side = own === 0 ? null : (own ?? section.fact('window'));
    if (side === null || !windowPixels) return side;
    return Math.floor(side / (section.fact('patch') ?? 1));
  }
  if (attention !== 'sliding') return null;
  if (windowSwitch !== undefined && !section.boolean(windowSwitch)) return null;
  const window = own ?? section.fact('window');
  if (window === null) return null;
  if (bidirectional && sides === 'below') return 2 * (window - 1);
  return window * windowFactor;
}

/** The keys before and behind a query that it sees, where others are hidden. */
function reachOf(
  { section, family, bidirectional, window }: Omit<Place, 'grid' | 'trained'>,
  attention: AttentionKind | null,
): LayerFacts['reach'] {
  const { sides, latest } = family;
  const seen = latest === undefined ? null : section.number(latest, count);
  if (seen !== null) return [seen - 1, 0];
  if (attention !== 'sliding' || window === null) return null;
  if (!bidirectional) return [Math.max(0, window - 1), 0];
  const half = Math.floor(window / 2);
  if (sides !== 'uneven') return [half, half];
  return [Math.max(0, Math.floor((window + 1) / 2) - 1), half];
}

/** Whether a learned score of each head takes part in the softmax. */
function hasSinks(
  section: Section,
  { sinks = {} }: Family,
  attention: AttentionKind,
): boolean {
  const key = sinks[attention] ?? false;
  return typeof key === 'string' ? (section.boolean(key) ?? false) : key;
}
