// The numbers and the options that each figure of the lesson is saved with: the
// package makes the numbers of the options.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { embedWords } from '../figures/words/words.js';
import { type AnyScreen, type Column, firstState } from './screen.js';
import { screens } from './screens/index.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

/** What a screen saves in a state. */
function savedBy(screen: AnyScreen, patch: object) {
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  const state = { ...firstState(screen), ...patch };
  const columns: readonly Column[] = screen.columns(
    state,
    screen.compute(use, state),
  );
  // As the file has it.
  const spec = JSON.parse(JSON.stringify(screen.spec(state)));
  expect(spec).toEqual(screen.spec(state));
  return { state, columns, spec };
}

/** What the package makes of a spec of any kind. */
const make = (spec: unknown) => Reflect.apply(pe.make, pe, [spec]);

const named = (name: string) =>
  screens.find((screen) => screen.name === name) as AnyScreen;

/** All states of a screen, with what it saves in each. */
const allOf = (screen: AnyScreen) =>
  [{}, ...screen.examples].map((patch) => savedBy(screen, patch));

const valuesOf = (columns: readonly Column[], name: string): number[] => {
  const found = columns.find(([given]) => given === name);
  expect(found, name).toBeDefined();
  return [...(found?.[1] ?? [])];
};

describe.each(screens.map((screen) => [screen.name, screen] as const))(
  '%s',
  (_, screen) => {
    it('gives columns of one length, each with a name of its own', () => {
      for (const { columns } of allOf(screen)) {
        const names = columns.map(([name]) => name);
        expect(new Set(names).size).toBe(names.length);
        expect(names.join('')).not.toMatch(/[,;"]/);
        const lengths = new Set(columns.map(([, values]) => values.length));
        expect(lengths.size).toBe(1);
        const all = columns.flatMap(([, values]) => values);
        expect(all.length).toBeGreaterThan(4);
        expect(all.every(Number.isFinite)).toBe(true);
      }
    });
  },
);

it('saves the weights and the outputs of five words', () => {
  for (const { state, columns, spec } of allOf(named('order'))) {
    const x = embedWords(pe, spec.words, 16, 0.4);
    const placed = spec.table ? pe.addTo(x, make(spec.table)).data : x;
    const causal: boolean = state.knows === 'mask';
    expect(spec.attention).toEqual({ heads: 1, headDim: 16, causal });
    const { weights, output } = pe.attention({
      ...{ q: placed, k: placed, v: placed, heads: 1, headDim: 16, causal },
    });
    spec.words.forEach((word: string, key: number) => {
      expect(valuesOf(columns, `weight of ${word} at ${key}`)).toEqual(
        [0, 1, 2, 3, 4].map((place) => weights.data[5 * place + key]),
      );
    });
    expect(valuesOf(columns, 'output 3')).toEqual(
      [0, 1, 2, 3, 4].map((place) => output.data[16 * place + 3]),
    );
    expect(spec.words).toHaveLength(state.order.length);
  }
});

it('saves the labels about the step that flips most bits', () => {
  for (const { columns, spec } of allOf(named('number'))) {
    const [bits, counts, fractions] = [
      ...[spec.bits, spec.count, spec.fraction],
    ].map((one) => make(one).data);
    const shown = valuesOf(columns, 'count');
    expect(shown).toEqual(shown.map((position) => counts[position]));
    valuesOf(columns, 'fraction').forEach((fraction, i) => {
      expect(Math.fround(fraction)).toBe(fractions[shown[i] ?? 0]);
    });
    for (let bit = 0; bit < 11; bit++) {
      expect(valuesOf(columns, `bit ${bit}`)).toEqual(
        shown.map((position) => bits[11 * position + bit]),
      );
    }
  }
});

it('saves the rows of the table so far', () => {
  for (const { state, columns, spec } of allOf(named('waves'))) {
    const { data } = make(spec.table);
    for (let c = 0; c < 16; c++) {
      const name = `${c % 2 === 0 ? 'sine' : 'cosine'} ${c >> 1}`;
      const wanted = Array.from(
        { length: state.position + 1 },
        (_, row) => data[16 * row + c],
      );
      expect(valuesOf(columns, name)).toEqual(wanted);
    }
  }
});

it('saves similarity by distance', () => {
  const { columns, spec } = savedBy(named('pairs'), {});
  const { min, max } = pe.analysis.distanceCurve(make(spec));
  const least = valuesOf(columns, 'least similarity by sines and cosines');
  const most = valuesOf(columns, 'most similarity by sines and cosines');
  least.forEach((value, distance) => {
    expect(value).toBeCloseTo(Number(min[distance]) / 8, 5);
    expect(most[distance]).toBeCloseTo(Number(max[distance]) / 8, 5);
  });
  expect(valuesOf(columns, 'words apart').at(-1)).toBe(48);
});

it('saves the overlaps of all pairs', () => {
  for (const { columns, spec } of allOf(named('add'))) {
    const [embeddings, table] = [spec.embeddings, spec.table].map(make);
    const { cosine } = pe.analysis.sumOrConcat({
      ...{ embeddings, table, bins: spec.bins },
    });
    expect(valuesOf(columns, 'pairs')).toEqual([...cosine.histogram]);
    expect(valuesOf(columns, 'overlap from')[0]).toBe(-1);
    expect(valuesOf(columns, 'overlap to').at(-1)).toBe(1);
  }
});

it('saves scores by distance, turned and with a table', () => {
  for (const { state, columns, spec } of allOf(named('turn'))) {
    const [q, k] = spec.words.map((word: string) =>
      embedWords(pe, [word], 128, 0.4),
    );
    const rope = make(spec.turned);
    const turned = (x: Float32Array, at: number) =>
      rope.rotate(x, { heads: 1, positions: [at] }).data;
    const added = (x: Float32Array, at: number) => {
      const { start, length, ...table } = spec.added;
      return pe.addTo(x, make({ ...table, positions: [at] })).data;
    };
    const keys = valuesOf(columns, 'position of the key');
    const distances = valuesOf(columns, 'words from query to key');
    for (const [name, by] of [
      ['turned score of one hand', turned],
      ['score of one hand with a table', added],
    ] as const) {
      valuesOf(columns, name).forEach((score, i) => {
        const key = keys[i] ?? 0;
        expect(key - (distances[i] ?? 0)).toBe(state.start + state.query);
        const [one, other] = [by(q, state.start + state.query), by(k, key)];
        const sum = [18, 19].reduce(
          (all, c) => all + Number(one[c]) * Number(other[c]),
          0,
        );
        expect(score).toBeCloseTo(sum, 4);
      });
    }
  }
});

it('saves the charges of all heads by distance', () => {
  const { columns, spec } = savedBy(named('charge'), {});
  for (const [name, method] of [
    ['ALiBi', spec.alibi],
    ['T5', spec.t5],
  ] as const) {
    const { data } = make(method);
    for (let head = 1; head <= 8; head++) {
      const wanted = [...data.subarray(101 * (head - 1), 101 * head)];
      const given = valuesOf(columns, `${name} head ${head}`);
      expect(given.map((added) => Math.fround(added))).toEqual(
        wanted.reverse().map((added: number) => added + 0),
      );
    }
  }
});

it('saves the speeds of all hands, and their angles', () => {
  for (const { state, columns, spec } of allOf(named('beyond'))) {
    const { frequencies } = make(spec);
    expect(valuesOf(columns, 'radians a word')).toEqual([...frequencies]);
    const angles = valuesOf(columns, `radians in ${state.words} words`);
    expect(angles[63]).toBeCloseTo(Number(frequencies[63]) * state.words, 9);
    const { frequencies: before } = pe.rope({ headDim: 128 });
    expect(valuesOf(columns, 'radians a word in training')).toEqual([
      ...before,
    ]);
  }
});
