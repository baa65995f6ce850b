/** One tower of a model: its table and its layers. */

import { PosencRangeError } from '../base/errors.js';
import type { Rope } from '../rotary/rope.js';
import type { Family } from './family.js';
import { imageTokens } from './image.js';
import { layerWords } from './layers/kinds.js';
import { stagesOf } from './layers/stages.js';
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
const attentions: Readonly<Record<string, AttentionKind>> = {
  full_attention: 'full',
  attention: 'full',
  global_attention: 'full',
  sliding_attention: 'sliding',
  local_attention: 'sliding',
  chunked_attention: 'chunked',
  window_attention: 'window',
  cross_attention: 'cross',
};

/** The tower that a section describes. */
export function towerOf(
  name: string,
  section: Section,
  family: Family,
  makeRope: RopeMaker,
): Tower {
  const stages = stagesOf(section, family);
  const layers = stages?.length ?? section.fact('layers', { ...count, min: 0 });
  if (layers === null || layers > MOST_LAYERS) {
    const [key, value] = section.said('layers');
    throw new PosencRangeError(
      `model: ${section.path}${key} must be the number of layers, at most ` +
        `${MOST_LAYERS}, got ${String(value)}`,
      { code: 'ERR_RANGE', param: section.path + key, value },
    );
  }
  const width = stages?.at(-1)?.width ?? section.fact('width');
  const words = layerWords(section, family, layers);
  const turned = turnedLayers(section, family, words);
  const tokens = imageTokens(section, family);
  const made = new Map<string, Omit<Layer, 'index'>>();
  return {
    family: name,
    width,
    table: tableOf(section, family, stages?.[0]?.width ?? width, tokens),
    ...tokens,
    layers: words.map((word, index) => {
      const turns = turned(index);
      const stage = stages?.[index];
      const heads = stage?.heads ?? headsOf(section, index);
      const wide = stage?.width ?? width ?? 0;
      const id = `${word} ${turns} ${heads} ${wide}`;
      let layer = made.get(id);
      if (layer === undefined) {
        const facts = { word, turns, heads, width: wide };
        layer = layerOf(section, family, facts, makeRope);
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
  /** Width of its input. */
  readonly width: number;
}

function headsOf(section: Section, index: number): number {
  const [key, value] = section.said('headsByLayer');
  if (Array.isArray(value)) {
    const heads = section.numbers(key, count)?.[index];
    if (heads !== undefined) return heads;
  }
  return section.fact('heads') ?? 1;
}

function layerOf(
  section: Section,
  family: Family,
  { word, turns, heads, width }: LayerFacts,
  makeRope: RopeMaker,
): Omit<Layer, 'index'> {
  const attention = attentions[word] ?? null;
  const full = attention === 'full';
  const widths = headWidths(section, heads, full, width);
  const { headDim } = widths;
  const global = full ? section.fact('globalKeyHeads') : null;
  const keyHeads = global ?? section.fact('keyHeads') ?? heads;
  const rotary = attention !== null && turns;
  const spec = rotary ? ropeSpec(section, family, word, widths) : null;
  const rope = spec === null ? null : makeRope(spec);
  const window = windowOf(section, family, attention);
  const others =
    attention === null
      ? []
      : positionsOf(section, family, { heads, keyHeads, window });
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
  heads: number,
  full: boolean,
  width: number,
) {
  const turned = section.fact('turnedPart');
  const plain = section.fact('plainPart', { ...count, min: 0 });
  // The two parts of a head of DeepSeek's latent attention.
  if (turned !== null && plain !== null) {
    return { headDim: plain + turned, turned: [plain, turned] } as const;
  }
  const global = full ? section.fact('globalHeadDim') : null;
  const said = global ?? section.fact('headDim');
  return { headDim: said ?? Math.floor(width / heads), turned: null };
}

function windowOf(
  section: Section,
  { windowSwitch, windowPixels }: Family,
  attention: AttentionKind | null,
): number | null {
  if (attention === 'chunked') return section.fact('chunk');
  if (attention === 'window') {
    const side = section.fact('window');
    if (side === null || !windowPixels) return side;
    return Math.floor(side / (section.fact('patch') ?? 1));
  }
  if (attention !== 'sliding') return null;
  if (windowSwitch !== undefined && !section.boolean(windowSwitch)) return null;
  return section.fact('window');
}
