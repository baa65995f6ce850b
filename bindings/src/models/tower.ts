/** One tower of a model: its table and its layers. */

import { PosencRangeError } from '../base/errors.js';
import type { Rope } from '../rotary/rope.js';
import type { Family } from './family.js';
import { layerWords } from './layers/kinds.js';
import { turnedLayers } from './layers/turned.js';
import { positionsOf } from './positions.js';
import { ropeSpec } from './rope-spec.js';
import { queryScaleOf, scoreScale, softcapOf } from './scores.js';
import { count, type Section } from './section.js';
import { tableOf } from './table.js';
import type { AttentionKind, Layer, ModelSpec, Tower } from './types.js';

/** Most layers of a tower. */
const MOST_LAYERS = 4096;

/** Makes the handle of a spec of a rope. */
export type RopeMaker = (spec: ModelSpec) => Rope | null;

/** Words of `layer_types`, by the kind of their attention. */
const attentions = new Map<string, AttentionKind>(
  Object.entries({
    full_attention: 'full',
    attention: 'full',
    global_attention: 'full',
    hybrid: 'full',
    minimax_m3_sparse: 'full',
    hybrid_sliding: 'sliding',
    sliding_attention: 'sliding',
    local_attention: 'sliding',
    chunked_attention: 'chunked',
    cross_attention: 'cross',
  }),
);

/** The tower that a section describes. */
export function towerOf(
  name: string,
  section: Section,
  family: Family,
  makeRope: RopeMaker,
): Tower {
  const layers = section.fact('layers', { ...count, min: 0 });
  if (layers === null || layers > MOST_LAYERS) {
    const [key, value] = section.said('layers');
    throw new PosencRangeError(
      `model: ${section.path}${key} must be the number of layers, at most ` +
        `${MOST_LAYERS}, got ${String(value)}`,
      { code: 'ERR_RANGE', param: section.path + key, value },
    );
  }
  const width = section.fact('width');
  const words = layerWords(section, family, layers);
  const turned = turnedLayers(section, family, words);
  const headsByLayer = section.numbers('num_attention_heads_per_layer', count);
  const { varies } = section;
  const made = new Map<string, Omit<Layer, 'index'>>();
  return {
    family: name,
    width,
    table: tableOf(section, family, width),
    layers: words.map((word, index) => {
      const turns = turned(index);
      const own = section.at(index);
      const heads = headsByLayer?.[index] ?? headsOf(own, word);
      const id = `${word} ${turns} ${heads} ${varies ? index : ''}`;
      let layer = made.get(id);
      if (layer === undefined) {
        layer = layerOf(own, family, { word, turns, heads }, makeRope);
        made.set(id, layer);
      }
      return { index, ...layer };
    }),
  };
}

/** What sets layers of a tower apart. */
interface LayerFacts {
  /** Its word in `layer_types`. */
  readonly word: string;
  /** Whether its queries and keys are turned. */
  readonly turns: boolean;
  readonly heads: number;
}

/** The number of query heads of a layer. */
function headsOf(section: Section, word: string): number {
  const sliding = attentions.get(word) === 'sliding';
  const own = sliding ? section.fact('slidingHeads') : null;
  return own ?? section.fact('heads') ?? 1;
}

function layerOf(
  section: Section,
  family: Family,
  { word, turns, heads }: LayerFacts,
  makeRope: RopeMaker,
): Omit<Layer, 'index'> {
  const kind = attentions.get(word) ?? null;
  const window = windowOf(section, family, kind);
  // Without a window, nothing slides.
  const attention = kind === 'sliding' && window === null ? 'full' : kind;
  const full = kind === 'full';
  const widths = headWidths(section, family, heads, full);
  const { headDim } = widths;
  const own =
    kind === 'sliding'
      ? section.fact('slidingKeyHeads')
      : full
        ? section.fact('globalKeyHeads')
        : null;
  const keyHeads = own ?? section.fact('keyHeads') ?? heads;
  const rotary = attention !== null && turns;
  const spec = rotary ? ropeSpec(section, family, word, widths) : null;
  const rope = spec === null ? null : makeRope(spec);
  const others =
    attention === null ? [] : positionsOf(section, family, heads, keyHeads);
  const scale = scoreScale(section, family, headDim);
  // A rope says what YaRN multiplies the scores by besides 1/√headDim.
  const more = rope === null ? 1 : rope.softmaxScale * Math.sqrt(headDim);
  const softmaxScale = scale * more;
  const unrotated = softmaxScale * Math.sqrt(headDim);
  const a = rope?.attentionFactor ?? 1;
  return {
    attention,
    mixer: attention === null ? word : null,
    causal: !(family.bidirectional ?? false),
    window,
    heads,
    keyHeads,
    headDim,
    positions: spec === null ? others : [spec, ...others],
    rope,
    softmaxScale,
    softcap: softcapOf(section),
    queryScale: queryScaleOf(section, family, rotary),
    temperature: { rotated: unrotated * a * a, unrotated },
  };
}

/** The widths of a head. */
function headWidths(
  section: Section,
  { wider = 1 }: Family,
  heads: number,
  full: boolean,
) {
  const turned = section.fact('turnedPart');
  const plain = section.fact('plainPart', { ...count, min: 0 });
  // The two parts of a head of DeepSeek's latent attention.
  if (turned !== null && plain !== null) {
    return { headDim: plain + turned, turned: [plain, turned] } as const;
  }
  const global = full ? section.fact('globalHeadDim') : null;
  const said = global ?? section.fact('headDim');
  const width = section.fact('width') ?? 0;
  return { headDim: said ?? Math.floor((wider * width) / heads), turned: null };
}

function windowOf(
  section: Section,
  { windowSwitch, windowTimes = 1 }: Family,
  attention: AttentionKind | null,
): number | null {
  if (attention === 'chunked') return section.fact('chunk');
  if (attention !== 'sliding') return null;
  if (windowSwitch !== undefined && !section.boolean(windowSwitch)) return null;
  const window = section.fact('window');
  return window === null ? null : Math.floor(window * windowTimes);
}
