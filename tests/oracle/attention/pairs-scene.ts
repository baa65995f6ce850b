/**
 * Small scenes of attention for a row of choices: a term, a rotation, a mask,
 * and what else they meet.
 */

import type { AttentionOptions } from 'posenc';
import { Array64, add, range } from '../../support/attention-oracle/array.js';
import {
  attend,
  type Scene,
  type Seen,
  type Term,
  type Turn,
} from '../../support/attention-oracle/attention.js';
import { kerplePower } from '../../support/attention-oracle/biases.js';
import { cope } from '../../support/attention-oracle/cope.js';
import {
  causal,
  either,
  only,
  prefixed,
  type Sees,
  sameDocument,
  windowed,
} from '../../support/attention-oracle/masks.js';
import { turnBy } from '../../support/attention-oracle/rotation.js';
import { Random } from '../random.js';
import { item } from './layout.js';
import {
  arrays,
  type Context,
  drawn,
  given,
  largestNorm,
  type Made,
  type Maker,
  type Sizes,
} from './made.js';
import type { Row } from './pairs-table.js';
import { biases, gates } from './random-biases.js';
import { closedBiases } from './random-closed.js';
import { relatives } from './random-relative.js';
import { boundsOf, type Configuration, pathsOf } from './random-scene.js';

/** KERPLE as a factor of the content, which is a term of the content. */
const kerpleFactor: Maker = (random, { heads }) => {
  const scale = drawn(random, [heads], 0.05, 0.3);
  const exponent = drawn(random, [heads], 0.2, 1);
  const power = kerplePower(exponent, scale);
  return {
    spec: { method: 'kerple', form: 'factor', ...arrays({ scale, exponent }) },
    learned: { scale, exponent },
    added: () => (pair) => (Math.exp(power(pair)) - 1) * pair.content(pair.j),
    size: (q, k) => q * k,
  };
};

/** CoPE whose gates the caller gives. */
const copeLogits: Maker = (random, { heads, headDim, queries, keys }) => {
  const table = drawn(random, [4, headDim]);
  const gateLogits = drawn(random, [heads, queries, keys], -2, 2);
  return {
    spec: {
      ...{ method: 'cope', causal: false },
      ...arrays({ table, gateLogits }),
    },
    learned: { table, gateLogits },
    scaled: () =>
      cope(table, keys, (pair, t) =>
        pair.sees(t) ? gateLogits.at(pair.head, pair.i, t) : -Infinity,
      ),
    size: (q) => q * largestNorm(table) * (2 + keys),
  };
};

/** The makers of all terms of texts, by the names of the table. */
const RELATIVE: Readonly<Record<string, Maker>> = { ...relatives, copeLogits };
const BIAS: Readonly<Record<string, Maker>> = {
  ...biases,
  ...closedBiases,
  kerpleFactor,
};
const GATE: Readonly<Record<string, Maker>> = Object.fromEntries(
  Object.entries(gates).map(([name, maker]) => [`gate-${name}`, maker]),
);

/** All makers. */
export const MAKERS: readonly Maker[] = [RELATIVE, BIAS, GATE].flatMap((of) =>
  Object.values(of),
);

/** The choices of a scene. The first three are what the table is about. */
export const FACTORS = {
  term: [
    'none',
    ...Object.keys(RELATIVE),
    'two-shaws',
    ...Object.keys(BIAS),
    ...Object.keys(GATE),
  ],
  mask: [
    ...['none', 'causal', 'window', 'prefix', 'documents', 'padding'],
    ...['mask', 'added', 'blind'],
  ],
  rotation: ['none', 'half', 'interleaved', 'xpos'],
  held: ['finite', 'hidden', 'partly'],
  places: ['tail', 'starts', 'lists'],
  heads: ['own', 'shared'],
  batch: ['none', 'two'],
  more: ['none', 'sinks', 'softcap', 'capped-sinks', 'query-scale'],
} as const;

export type PairRow = Row<typeof FACTORS>;

/** A scene, for both sides. */
export interface PairScene extends Configuration {
  /** Whether a query sees a key, by item and head. */
  readonly sees: (item: number, i: number, j: number, head: number) => boolean;
}

const QUERIES = 5;
const KEYS = 6;
const SCALE = 0.5;

function placesOf(name: PairRow['places']) {
  if (name === 'tail') {
    return {
      options: {},
      queryAt: range(QUERIES).map((i) => KEYS - QUERIES + i),
      keyAt: range(KEYS),
    };
  }
  if (name === 'starts') {
    return {
      options: { queryStart: 3, keyStart: 1 },
      queryAt: range(QUERIES).map((i) => i + 3),
      keyAt: range(KEYS).map((j) => j + 1),
    };
  }
  const [queryAt, keyAt] = [
    [2, 9, 4, 0, 7],
    [5, 1, 8, 3, 0, 6],
  ];
  const options = { queryPositions: queryAt, keyPositions: keyAt };
  return { options, queryAt: queryAt as number[], keyAt: keyAt as number[] };
}

function rotationOf(name: PairRow['rotation'], headDim: number) {
  if (name === 'none') return {};
  const rope = { method: 'rope', headDim, theta: 50 };
  if (name === 'xpos') {
    const pairs = headDim / 2;
    const turn = turnBy({ pairs, base: 50, layout: 'half' });
    const grown =
      (sign: 1 | -1): Turn =>
      (row, position, head) =>
        turn(row, position, head).map((x, c) => {
          const zeta = ((c % pairs) / pairs + 0.4) / 1.4;
          return x * zeta ** ((sign * position) / 512);
        });
    return {
      options: { rotary: { ...rope, decay: { type: 'xpos' } } },
      turns: { turnQuery: grown(1), turnKey: grown(-1) },
    };
  }
  const rotaryDim = name === 'half' ? headDim : headDim - 2;
  const turn = turnBy({ pairs: rotaryDim / 2, base: 50, layout: name });
  return {
    options: { rotary: { ...rope, rotaryDim, layout: name } },
    turns: { turnQuery: turn, turnKey: turn },
  };
}

const flags = (...list: number[]) => list.map((flag) => flag === 1);

/** Masks, each of which hides at least one key from all queries if it can. */
function maskOf(
  name: PairRow['mask'],
  { heads }: Sizes,
  at: {
    readonly queryAt: readonly number[];
    readonly keyAt: readonly number[];
  },
  items: number,
) {
  const { queryAt, keyAt } = at;
  const all: Sees = () => true;
  const same = (options: object, sees: Sees) => ({ options, sees: () => sees });
  const rows = [
    [1, 0, 1, 1, 0, 1],
    [0, 0, 1, 0, 1, 0],
    [1, 0, 1, 1, 1, 1],
    [1, 0, 0, 0, 0, 0],
    [0, 0, 0, 1, 1, 1],
  ];
  switch (name) {
    case 'none':
      return same({}, all);
    case 'causal':
      return same({ causal: true }, causal(queryAt, keyAt));
    case 'window':
      return same({ window: [2, 1] }, windowed(queryAt, keyAt, [2, 1]));
    case 'prefix': {
      const sees = either(causal(queryAt, keyAt), prefixed(keyAt, 3));
      return same({ causal: true, prefix: 3 }, sees);
    }
    case 'documents': {
      const [own, other] = [
        [0, 0, 1, 1, 2],
        [0, 3, 1, 0, 1, 2],
      ] as [number[], number[]];
      const options = { documents: own, keyDocuments: other };
      return same(options, sameDocument(own, other));
    }
    case 'padding': {
      const lists = [
        [1, 0, 1, 1, 1, 0],
        [0, 1, 1, 0, 1, 1],
      ].slice(0, items);
      return {
        options: { keyMask: items === 1 ? lists[0] : lists },
        sees: (b: number) => only(flags(...(lists[b] as number[]))),
      };
    }
    case 'mask': {
      // Each head has a map of its own; an axis of the batch comes first.
      const maps = range(heads).map((head) => [
        ...rows.slice(head % 5),
        ...rows.slice(0, head % 5),
      ]);
      const mask = items === 1 ? maps : range(items).map(() => maps);
      return same({ mask }, (i, j, head) => maps[head]?.[i]?.[j] === 1);
    }
    case 'blind': {
      const mask = [...rows.slice(0, 4), [0, 0, 0, 0, 0, 0]];
      const given = items === 1 ? mask : range(items).map(() => mask);
      return same({ mask: given }, (i, j) => mask[i]?.[j] === 1);
    }
    default: {
      const map = new Array64(
        [1, QUERIES, KEYS],
        rows.flat().map((flag) => (flag === 1 ? 0 : -Infinity)),
      );
      return {
        ...same({}, (i, j) => rows[i]?.[j] === 1),
        added: given(map),
      };
    }
  }
}

/** Makes the methods of a term. */
function methodsOf(name: PairRow['term'], random: Random, sizes: Sizes) {
  const make = (maker: Maker) => maker(random, sizes);
  const none = { relative: [], bias: [], gate: undefined };
  if (name === 'none') return none;
  if (name === 'two-shaws') {
    const shaws = relatives.shaws as Maker;
    // Drawn until both have values.
    const valued = (): Made => {
      const made = make(shaws);
      return made.values ? made : valued();
    };
    return { ...none, relative: [valued(), valued()] };
  }
  const [relative, bias, gate] = [RELATIVE[name], BIAS[name], GATE[name]];
  return {
    relative: relative ? [make(relative)] : [],
    bias: bias ? [make(bias)] : [],
    gate: gate ? make(gate) : undefined,
  };
}

/** The scene of a row; `number` chooses its numbers. */
export function pairScene(row: PairRow, number: number): PairScene {
  const random = new Random(1000 + number);
  const batch = row.batch === 'two' ? 2 : undefined;
  const items = batch ?? 1;
  const keyHeads = 2;
  const heads = row.heads === 'shared' ? 4 : 2;
  const sizes: Sizes = {
    ...{ heads, keyHeads, headDim: 6, valueDim: 3 },
    ...{ queries: QUERIES, keys: KEYS },
  };
  const places = placesOf(row.places);
  const { relative, bias, gate } = methodsOf(row.term, random, sizes);
  const { options: rotary = {}, turns = {} } = rotationOf(row.rotation, 6);
  const masked = maskOf(row.mask, sizes, places, items);
  const q = drawn(random, [items, QUERIES, heads, 6]);
  const k = drawn(random, [items, KEYS, keyHeads, 6]);
  const v = drawn(random, [items, KEYS, keyHeads, 3]);
  const sees = (b: number, i: number, j: number, head: number) =>
    masked.sees(b)(i, j, head);
  hold(row, { k, v }, sizes, items, sees);
  const softCap = row.more.includes('cap') ? 1.5 : undefined;
  const sinks = row.more.includes('sinks') ? drawn(random, [heads]) : undefined;
  const factors =
    row.more === 'query-scale' ? drawn(random, [QUERIES], 0.3, 1.5) : undefined;

  const see = (): readonly Seen[] => {
    const context: Context = { scale: SCALE, keyAt: places.keyAt };
    const named = (list: readonly Made[], part: 'scaled' | 'added') =>
      Object.fromEntries(
        list.flatMap((made, at) => {
          const term: Term | undefined = made[part]?.(context);
          return term ? [[`${part}${at}`, term]] : [];
        }),
      );
    const valued = relative.flatMap(({ values }) => (values ? [values()] : []));
    const values: Scene['values'] = (pair) =>
      valued.map((of) => of(pair)).reduce(add);
    const gated = gate?.gate?.();
    return range(items).map((b) =>
      attend({
        q: Array64.of([QUERIES, heads, 6], (i, h, c) => {
          const x = q.at(b, i as number, h as number, c as number);
          return x * (factors?.at(i as number) ?? 1);
        }),
        ...{ k: item(k, b), v: item(v, b), scale: SCALE, ...turns },
        ...{ queryAt: places.queryAt, keyAt: places.keyAt },
        relative: named(relative, 'scaled'),
        bias: { ...named(relative, 'added'), ...named(bias, 'added') },
        sees: masked.sees(b),
        ...(softCap !== undefined && { softCap }),
        ...(sinks && { sinks }),
        ...(gated && { gate: gated }),
        ...(valued.length > 0 && { values }),
      }),
    );
  };

  const input = (x: Array64) => given(batch === undefined ? item(x, 0) : x);
  const specs = (list: readonly Made[]) => list.map(({ spec }) => spec);
  const { added } = masked as { readonly added?: unknown };
  const allBiases = [...specs(bias), ...(added ? [added] : [])];
  return {
    ...{ sizes, see, sees },
    options: {
      ...{ q: input(q), k: input(k), v: input(v), scale: SCALE },
      ...{ ...places.options, ...masked.options, ...rotary },
      ...(softCap !== undefined && { softcap: softCap }),
      ...(sinks && { sinks: given(sinks) }),
      ...(factors && { queryScale: given(factors) }),
      ...(relative.length > 0 && { relative: specs(relative) }),
      ...(allBiases.length > 0 && { bias: allBiases }),
      ...(gate && { gate: gate.spec }),
    } as unknown as AttentionOptions,
    learned: new Map<string, Array64>([
      ['q', q],
      ['k', k],
      ['v', v],
      ...(sinks ? ([['sinks', sinks]] as const) : []),
      ...(factors ? ([['queryScale', factors]] as const) : []),
      ...pathsOf('relative', relative, specs(relative)),
      ...pathsOf('bias', bias, specs(bias)),
      ...pathsOf('gate', gate ? [gate] : [], gate?.spec),
    ]),
    bounds: boundsOf(
      { q: bounded(q, 1.5), k: bounded(k), v: bounded(v) },
      sizes,
      { relative, bias },
      { scale: SCALE, ...(softCap !== undefined && { softCap }) },
    ),
  };
}

/** The finite numbers, times a factor; zeros for others. */
const bounded = ({ shape, data }: Array64, factor = 1) =>
  new Array64(
    shape,
    data.map((x) => (Number.isFinite(x) ? factor * x : 0)),
  );

/**
 * Puts NaN and infinities into the keys and values that no query sees, or into
 * one value that some queries see and others do not.
 */
function hold(
  { held }: PairRow,
  { k, v }: { readonly k: Array64; readonly v: Array64 },
  { heads, keyHeads }: Sizes,
  items: number,
  sees: PairScene['sees'],
): void {
  if (held === 'finite') return;
  const odd = [Number.NaN, Infinity, -Infinity];
  const fill = (x: Array64, b: number, j: number, keyHead: number) => {
    const width = x.size(-1);
    const from = ((b * KEYS + j) * keyHeads + keyHead) * width;
    for (let c = 0; c < width; ++c) {
      x.data[from + c] = odd[(j + c) % odd.length] as number;
    }
  };
  for (const b of range(items)) {
    for (const keyHead of range(keyHeads)) {
      const own = range(heads).filter(
        (head) => Math.floor((head * keyHeads) / heads) === keyHead,
      );
      const seen = range(KEYS).map((j) =>
        range(QUERIES).map((i) => own.filter((h) => sees(b, i, j, h)).length),
      );
      const hidden = (j: number) => seen[j]?.every((count) => count === 0);
      for (const j of range(KEYS)) {
        if (!hidden(j)) continue;
        fill(k, b, j, keyHead);
        fill(v, b, j, keyHead);
      }
      if (held === 'hidden') continue;
      const partly = seen.findIndex(
        (counts) =>
          counts.includes(0) && counts.some((count) => count === own.length),
      );
      if (partly >= 0) fill(v, b, partly, keyHead);
    }
  }
}
