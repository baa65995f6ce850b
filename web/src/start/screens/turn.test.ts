// What the screen of turning prints is what the package computes.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { embedWords } from '../../figures/words/words.js';
import { firstState } from '../screen.js';
import type { Group, Shape } from '../shape.js';
import { textsOf } from '../testing.js';
import { turn } from './turn.js';
import { scoreOf } from './turn-numbers.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

const first = firstState(turn);
const dim = 128;
const pair = [18, 19] as const;

function shownBy(state: typeof first) {
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  const numbers = turn.compute(use, state);
  const texts = (room: 'wide' | 'narrow') =>
    turn.draw(state, numbers, room).shapes.flatMap(textsOf);
  const plain = (text: string) => text.replaceAll('−', '-');
  return {
    numbers,
    said: plain(turn.say(state, numbers)),
    texts: texts('wide').map(plain),
    narrow: texts('narrow').map(plain),
  };
}

type Vector = readonly number[];
type Places = (word: Float32Array, position: number) => ArrayLike<number>;

const turned: Places = (word, position) =>
  pe
    .rope({ headDim: dim, layout: 'interleaved' })
    .rotate(word, { heads: 1, positions: [position] }).data;

const added: Places = (word, position) =>
  pe.addTo(word, pe.sinusoidal({ positions: [position], dim })).data;

/** The two vectors at two positions, each by a call of its own. */
function placed(by: Places, query: number, key: number): [Vector, Vector] {
  const at = (text: string, position: number) =>
    Array.from(by(embedWords(pe, [text], dim, 0.4), position));
  return [at('bites', query), at('dog', key)];
}

const product = (one: Vector, other: Vector): number =>
  one.reduce((sum, value, c) => sum + value * Number(other[c]), 0);
const ofPair = (vector: Vector): Vector => pair.map((c) => Number(vector[c]));

/** The angle by its cosine, in degrees. */
function angle(one: Vector, other: Vector): number {
  const lengths = Math.hypot(...one) * Math.hypot(...other);
  const cosine = product(one, other) / lengths;
  return Math.acos(Math.min(Math.max(cosine, -1), 1)) * (180 / Math.PI);
}

const states = [{}, ...turn.examples].map((patch) => ({ ...first, ...patch }));

it.each(states)('prints scores and angles: %o', (state) => {
  const { texts, narrow } = shownBy(state);
  for (const by of [turned, added]) {
    const [q, k] = placed(
      by,
      state.start + state.query,
      state.start + state.key,
    );
    const [one, other] = [ofPair(q), ofPair(k)];
    for (const printed of [texts, narrow]) {
      expect(printed).toContain(product(one, other).toFixed(2));
      expect(printed).toContain(`angle ${angle(one, other).toFixed(0)}°`);
    }
    expect(texts).toContain(`64 hands added: ${product(q, k).toFixed(2)}`);
    expect(narrow).toContain(`64 hands: ${product(q, k).toFixed(2)}`);
  }
  for (const word of ['query', 'key'] as const) {
    expect(texts).toContain(String(state.start + state[word]));
  }
});

it.each(states)('says how the score moves along the text: %o', (state) => {
  const { said, texts, narrow } = shownBy(state);
  const apart = Math.abs(state.query - state.key);
  const first = Math.min(state.query, state.key);
  const scores = (by: Places) =>
    Array.from({ length: 25 }, (_, place) => {
      const at = state.start + place - first;
      const [q, k] = placed(by, at + state.query, at + state.key);
      return product(ofPair(q), ofPair(k));
    });
  expect(said).toContain(
    apart === 0
      ? 'in the same place'
      : `${apart} word${apart === 1 ? '' : 's'} apart`,
  );
  for (const score of scores(turned)) {
    expect(said).toContain(`a score of ${score.toFixed(2)}, wherever`);
  }
  const [score = 0] = scores(turned);
  for (const printed of [texts, narrow]) {
    expect(printed).toContain(`always ${score.toFixed(2)}`);
  }
  const moving = scores(added);
  const ends = [Math.min(...moving), Math.max(...moving)] as const;
  expect(ends[1] - ends[0]).toBeGreaterThan(0.5);
  expect(said).toContain(
    `between ${ends[0].toFixed(2)} and ${ends[1].toFixed(2)}.`,
  );
  const [least, most] = ends.map((end) => end.toFixed(2));
  expect(texts).toContain(`least ${least}, most ${most}`);
  expect(narrow).toContain(`${least} to ${most}`);
});

it('prints the same wherever two words stand, as long as they stay as far apart', () => {
  const perDistance = new Map<number, Set<string>>();
  const tables = new Set<string>();
  for (const start of [0, 1000]) {
    for (let query = 0; query < 25; query++) {
      for (let key = 0; key < 25; key++) {
        const { texts, said } = shownBy({ query, key, start });
        const [score, , whole] = [0, 1, 2].map(
          (i) => texts[texts.indexOf('score of one hand of 64') - 1 + i],
        );
        const seen = perDistance.get(key - query) ?? new Set();
        const [promise] = said.split(' With');
        seen.add(`${score} ${whole} ${promise}`);
        perDistance.set(key - query, seen);
        tables.add(
          texts.slice(texts.lastIndexOf('score of one hand of 64')).join(),
        );
      }
    }
  }
  expect(perDistance.size).toBe(49);
  for (const seen of perDistance.values()) expect([...seen]).toHaveLength(1);
  expect(tables.size).toBeGreaterThan(1200);
});

it('scores one pair by a cosine of the distance, which rises and falls', () => {
  const [q, k] = ['bites', 'dog'].map((text) =>
    ofPair([...embedWords(pe, [text], dim, 0.4)]),
  ) as [Vector, Vector];
  const lengths = Math.hypot(...q) * Math.hypot(...k);
  const [a, b] = [q, k].map(([x, y]) => Math.atan2(Number(y), Number(x)));
  const step = pe.rope({ headDim: dim }).frequencies[9] ?? 0;
  expect(((step * 180) / Math.PI).toFixed(1)).toBe('15.7');
  expect(turn.more.join()).toContain('15.7° a step');
  const scores = Array.from({ length: 25 }, (_, key) => {
    const state = { query: 0, key, start: 0 };
    const score = scoreOf(shownBy(state).numbers.turned, state);
    const expected = lengths * Math.cos(Number(b) - Number(a) + key * step);
    expect(score).toBeCloseTo(expected, 4);
    return score;
  });
  const ways = scores
    .slice(1)
    .map((score, i) => Math.sign(score - Number(scores[i])));
  expect(ways).toContain(1);
  expect(ways).toContain(-1);
});

/** The charts of both panels: where the point of now is, and the curves' points. */
function chartsOf(state: typeof first, room: 'wide' | 'narrow' = 'wide') {
  const { numbers } = shownBy(state);
  const charts = turn.draw(state, numbers, room).shapes.flatMap(chartsIn);
  return charts.map(({ shapes }) => {
    const point = shapes.find((shape) => shape.kind === 'circle');
    const curves = shapes.flatMap((shape) =>
      shape.kind === 'path'
        ? [...shape.d.matchAll(/[ML](\S+) ([^ML]+)/g)].map(
            ([, x, y]) => [Number(x), Number(y)] as const,
          )
        : [],
    );
    return { x: point?.x ?? 0, y: point?.y ?? 0, curves };
  });
}

const chartsIn = (shape: Shape): Group[] => {
  if (shape.kind !== 'group') return [];
  return shape.mark === 'curve' ? [shape] : shape.shapes.flatMap(chartsIn);
};

const places = Array.from({ length: 25 }, (_, place) => place);
const pairsOfPlaces = places.flatMap((query) =>
  places.map((key) => [query, key] as const),
);

it('runs a point along a curve that turning has one of, and a table many', () => {
  const seen = [new Map<number, Set<string>>(), new Map<number, Set<string>>()];
  for (const start of [0, 1000]) {
    for (const [query, key] of pairsOfPlaces) {
      chartsOf({ query, key, start }).forEach(({ x, y }, i) => {
        const at = seen[i]?.get(key - query) ?? new Set();
        // As fine as eyes see.
        seen[i]?.set(key - query, at.add(`${x.toFixed(1)} ${y.toFixed(1)}`));
      });
    }
  }
  const [turned, added] = seen.map((all) =>
    [...all.values()].map(({ size }) => size),
  );
  expect(turned).toEqual(Array(49).fill(1));
  expect(Math.max(...(added ?? []))).toBeGreaterThan(20);
});

it('has the point where the package has the score', () => {
  const score = (by: Places, query: number, key: number) =>
    product(...(placed(by, query, key).map(ofPair) as [Vector, Vector]));
  for (const room of ['wide', 'narrow'] as const) {
    for (const [i, by] of [turned, added].entries()) {
      const found = [4, 9, 15, 21].map((key) => ({
        ...{ y: chartsOf({ query: 3, key, start: 0 }, room)[i]?.y ?? 0 },
        score: score(by, 3, key),
      }));
      const [one, other] = found;
      if (!one || !other) throw new Error('there are points');
      // Up is more, and the scale is even.
      const unit = (one.y - other.y) / (one.score - other.score);
      expect(unit).toBeLessThan(0);
      for (const { y, score } of found) {
        expect(y - one.y).toBeCloseTo(unit * (score - one.score), 1);
      }
    }
  }
});

it('keeps all curves inside their charts', () => {
  for (const start of [0, 1000]) {
    for (const query of places) {
      const state = { query, key: 0, start };
      for (const [room, high] of [
        ['wide', 100],
        ['narrow', 78],
      ] as const) {
        const ys = chartsOf(state, room).flatMap(({ curves }) =>
          curves.map(([, y]) => y),
        );
        // Seven curves and that of now, in two charts.
        expect(ys).toHaveLength(2 * 8 * 25);
        expect(Math.min(...ys)).toBeGreaterThan(0);
        expect(Math.max(...ys)).toBeLessThan(high);
      }
    }
  }
});

it('draws the words without position as they are', () => {
  const [query, key] = shownBy(first).numbers.plain;
  for (const [word, shown] of [
    ['bites', query],
    ['dog', key],
  ] as const) {
    expect(shown.map(Math.fround)).toEqual(
      ofPair([...embedWords(pe, [word], dim, 0.4)]),
    );
  }
});

it('moves both by the bar, and one by its own', () => {
  const moved = turn.drag?.(first, 'both', 20);
  expect(moved).toEqual({ query: 20, key: 24, start: 0 });
  expect(turn.drag?.(first, 'key', 0)).toEqual({ query: 3, key: 0, start: 0 });
});

it('names what stays and what changes', () => {
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  const told = (place: number, patch: Partial<typeof first>) => {
    const state = { ...first, ...patch };
    const numbers = turn.compute(use, state);
    const { done, found } = turn.tries[place] ?? {};
    return done?.(state, numbers, first) ? found?.(state, numbers) : undefined;
  };
  const of = (by: Places, query: number, key: number) =>
    product(
      ...(placed(by, query, key).map(ofPair) as [Vector, Vector]),
    ).toFixed(2);
  const before = of(turned, 3, 7);
  for (const [patch, query] of [
    [{ query: 11, key: 15, start: 1000 }, 1011],
    [{ start: 1000 }, 1003],
  ] as const) {
    expect(told(1, patch)?.replaceAll('−', '-')).toBe(
      `At ${query} and ${query + 4}, the turned score is still ${before}; with rows of a table added it is ` +
        `${of(added, query, query + 4)}.`,
    );
  }
  expect(told(0, { key: 23 })).toBeUndefined();
  expect(told(1, { query: 11, key: 15 })).toBeUndefined();
  const [q, k] = placed(turned, 3, 24).map(ofPair) as [Vector, Vector];
  expect(told(0, { key: 24 })?.replaceAll('−', '-')).toBe(
    'The point ran along the curve, which falls and rises: 21 apart, at ' +
      `${angle(q, k).toFixed(0)}°, the turned score is ${of(turned, 3, 24)}.`,
  );
  // So it does on the way there, which the first figure does not show.
  const way = Array.from({ length: 18 }, (_, i) => of(turned, 3, 7 + i));
  const turns = way
    .slice(1)
    .map((score, i) => Math.sign(Number(score) - Number(way[i])));
  expect(turns.join()).toMatch(/^(-1,)+(1,?)+$/);
});
