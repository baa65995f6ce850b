// What the screen of charges prints is what the package computes.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { firstState } from '../screen.js';
import type { Path, Shape } from '../shape.js';
import { textsOf } from '../testing.js';
import { charge } from './charge.js';
import { table } from './charge-numbers.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

const first = firstState(charge);
const states = [{}, ...charge.examples].map((patch) => ({
  ...first,
  ...patch,
}));

function shownBy(state: typeof first, room: 'wide' | 'narrow' = 'wide') {
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  const numbers = charge.compute(use, state);
  const { shapes } = charge.draw(state, numbers, room);
  const plain = (text: string) => text.replaceAll('−', '-');
  return {
    ...{ numbers, shapes },
    said: plain(charge.say(state, numbers)),
    texts: shapes.flatMap(textsOf).map(plain),
  };
}

/** What a bias adds at distances 0 to 100 before the reading word. */
function charges(data: Float32Array, head: number): number[] {
  return Array.from(data.subarray((head - 1) * 101, head * 101)).reverse();
}
const line = { heads: 8, queries: 1, keys: 101, queryStart: 100 };
const alibi = (head: number) => charges(pe.alibi(line).data, head);
const t5 = (head: number) => charges(pe.t5Bias({ ...line, table }).data, head);

/** The bucket of a distance: Raffel et al. 2020, as in their program. */
function bucketOf(distance: number): number {
  if (distance < 8) return distance;
  const part = Math.log(distance / 8) / Math.log(128 / 8);
  // Distances of 8, 16, 32 and 64 lie on edges, which a logarithm may miss.
  return Math.min(8 + Math.floor(8 * part + 1e-9), 15);
}

const factor = (added: number, below: string): string =>
  Math.exp(added) < 0.0005
    ? `${below} 0.001`
    : Math.exp(added).toFixed(Math.exp(added) < 0.1 ? 3 : 2);

it.each(states)('prints charges and what they leave: %o', (state) => {
  const { head, away } = state;
  for (const room of ['wide', 'narrow'] as const) {
    const { texts, said } = shownBy(state, room);
    for (const [name, all] of [
      ['ALiBi’s', alibi(head)],
      ['T5’s', t5(head)],
    ] as const) {
      const added = Number(all[away]);
      expect(texts).toContain(`score by ${(added + 0).toFixed(2)}`);
      expect(texts).toContain(`weight × ${factor(added, '<')}`);
      const [, words = ''] = said.split(name);
      const left = factor(added, 'less than');
      expect(words).toMatch(/ (changes the score by|by|charges near words:) /);
      expect(words).toContain(` ${(added + 0).toFixed(2)}`);
      // The factor is that of a weight before the softmax scales all to the sum 1.
      expect(words).toContain(
        name === 'T5’s'
          ? `: factor ${left}.`
          : `: a factor of ${left}, before weights are scaled to sum 1.`,
      );
      // What lies below the chart is printed at its edge, besides above it.
      const value = added.toFixed(2);
      expect(texts.includes(value)).toBe(added < -8);
    }
    expect(said).toContain(`${away} word${away === 1 ? '' : 's'} off, `);
    expect(said).toContain(`head ${head} `);
    expect(texts).toContain(
      `T5, head ${head}: bucket ${bucketOf(away)} (made up, not trained)`,
    );
  }
});

it('names the slope of each head', () => {
  const { data } = pe.alibiSlopes({ heads: 8 });
  for (let head = 1; head <= 8; head++) {
    const { texts } = shownBy({ head, away: 10 });
    const title = texts.find((text) =>
      text.startsWith(`ALiBi, head ${head}: slope `),
    );
    const [, numerator, denominator] =
      /(\d)[/⁄](\d+)$/.exec(title?.normalize('NFKD') ?? '') ?? [];
    expect(Number(numerator) / Number(denominator)).toBe(data[head - 1]);
  }
});

it('draws straight lines and steps where the package has them', () => {
  const { numbers } = shownBy(first);
  for (let head = 1; head <= 8; head++) {
    const slope = Number(numbers.slopes[head - 1]);
    alibi(head).forEach((added, distance) => {
      expect(added).toBeCloseTo(-slope * distance, 6);
    });
    t5(head).forEach((added, distance) => {
      const step = numbers.edges.findLastIndex((edge) => edge <= distance);
      expect(step).toBe(bucketOf(distance));
      expect(numbers.steps[head - 1]?.[step]).toBe(added + 0);
    });
  }
});

function paths(shape: Shape): Path[] {
  if (shape.kind === 'path') return [shape];
  return 'shapes' in shape ? shape.shapes.flatMap(paths) : [];
}

it('draws a line a head in each chart, of which one is lit', () => {
  for (const state of states) {
    const drawn = shownBy(state).shapes.flatMap(paths);
    // The arrow at the edge of a chart is filled.
    const lines = drawn.filter(({ stroke }) => stroke !== undefined);
    expect(lines).toHaveLength(4 * 8);
    expect(drawn.filter(({ width }) => Number(width) > 2)).toHaveLength(4);
  }
});

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** The room of a name or a value in the figure, and of a point or an arrow. */
function boxesOf(shapes: readonly Shape[]) {
  const names: Box[] = [];
  const points: Box[] = [];
  for (const shape of shapes) {
    if (shape.kind === 'text' && /^(ALiBi|T5|−[\d.]+\d)$/.test(shape.text)) {
      const { x, y, size = 13, anchor, text } = shape;
      // Wider than letters are, by the rim around them.
      const wide = 0.55 * size * text.length;
      const left = anchor === 'end' ? x - wide : x;
      names.push([left, y - 0.72 * size, left + wide, y]);
    }
    if (shape.kind === 'circle') {
      const { x, y, r, width = 0 } = shape;
      const reach = r + width / 2;
      points.push([x - reach, y - reach, x + reach, y + reach]);
    }
    if (shape.kind === 'path' && shape.fill === 'ink') {
      const [x = 0, y = 0] = (shape.d.match(/[\d.]+/g) ?? []).map(Number);
      points.push([x, y, x + 12, y + 11]);
    }
  }
  return { names, points };
}

it.each(['wide', 'narrow'] as const)(
  'keeps names and values clear of the points, wherever these are: %s',
  (room) => {
    for (let head = 1; head <= 8; head++) {
      for (let away = 0; away <= 100; away++) {
        const { names, points } = boxesOf(shownBy({ head, away }, room).shapes);
        expect(names.length).toBeGreaterThanOrEqual(2);
        expect(points).toHaveLength(4);
        for (const [i, name] of names.entries()) {
          const others = names.filter((_, other) => other !== i);
          for (const [at, one] of [...points, ...others].entries()) {
            const apart = Math.max(
              ...[name[0] - one[2], one[0] - name[2]],
              ...[name[1] - one[3], one[1] - name[3]],
            );
            // Names of two lines may be as near as lines of a text.
            const least = at < points.length ? 2 : 0;
            expect(apart, `${head}, ${away}: ${name}`).toBeGreaterThan(least);
          }
        }
      }
    }
  },
);

it('says what is true of the slopes', () => {
  const words = charge.more.join(' ');
  expect(alibi(1)[10]).toBe(-5);
  expect(Math.exp(-5).toFixed(3)).toBe('0.007');
  expect(words).toContain('e⁻⁵ ≈ 0.007');
  const least = Number(alibi(8)[10]);
  expect([(-least).toFixed(2), Math.exp(least).toFixed(2)]).toEqual([
    ...['0.04', '0.96'],
  ]);
  expect(words).toContain('cost 0.04: a factor of 0.96');
});

it('answers its guess: eight times the charge leaves the eighth power', () => {
  const { head, away } = first;
  expect([head, away]).toEqual([4, 10]);
  const [now, asked] = [alibi(4), alibi(1)].map((all) => Number(all[10]));
  expect(Number(asked) / Number(now)).toBe(8);
  const left = Math.exp(Number(now)).toFixed(2);
  expect(left).toBe('0.54');
  expect((Number(left) ** 8).toFixed(3)).toBe('0.007');
  expect(Math.exp(Number(asked)).toFixed(3)).toBe('0.007');
  for (const [, reply] of charge.guess?.answers ?? []) {
    expect(reply).toContain('0.54⁸ ≈ 0.007');
  }
  // The first figure prints what the guess starts from, and not its answer.
  const { texts, said } = shownBy(first);
  expect(texts).toContain('weight × 0.54');
  expect(`${texts} ${said}`).not.toMatch(/0\.007|-5\.00/);
});

it('says what is true of the buckets', () => {
  const counts = Array.from({ length: 16 }, () => 0);
  const far = pe.t5Bias({
    ...{ heads: 1, table: Float32Array.from({ length: 32 }, (_, i) => i) },
    ...{ queries: 1, keys: 2001, queryStart: 2000 },
  });
  const buckets = Array.from(far.data).reverse();
  for (const bucket of buckets.slice(0, 91))
    counts[bucket] = 1 + Number(counts[bucket]);
  // 0 to 7 alone, then more and more together, and all from 91 on.
  expect(counts.slice(0, 8)).toEqual(Array(8).fill(1));
  expect(counts.slice(8, 15)).toEqual(
    [...counts.slice(8, 15)].sort((a, b) => a - b),
  );
  expect(buckets[90]).toBe(14);
  expect(new Set(buckets.slice(91))).toEqual(new Set([15]));
});

it('lets the values of T5 fall, but for the last head', () => {
  for (let head = 1; head <= 8; head++) {
    const values = t5(head);
    const sorted = [...values].sort((a, b) => (head === 8 ? a - b : b - a));
    expect(values).toEqual(sorted);
    expect(values.at(-1)).not.toBe(values[0]);
  }
  expect(charge.more.join()).toContain('need not fall: see head 8');
  // Where the values rise, near words are charged, and the caption says so.
  for (const head of [1, 2, 3, 4, 5, 6, 7, 8]) {
    for (const away of [0, 10, 100]) {
      const near = shownBy({ head, away }).said.includes('near words');
      expect(near).toBe(Number(t5(head)[0]) < Number(t5(head)[100]));
    }
  }
});

it('names what is left of the weight, and the head that is unlike others', () => {
  const [steep, near, last] = charge.tries;
  for (const away of [1, 10, 100]) {
    const state = { head: 1, away };
    const { numbers } = shownBy(state);
    const added = Number(alibi(1)[away]);
    expect(steep?.done(state, numbers, first)).toBe(true);
    expect(steep?.found(state, numbers)).toBe(
      `${away} word${away === 1 ? '' : 's'} off, ALiBi’s head 1 takes ` +
        `${(-added).toFixed(2)} from the score: a factor of ` +
        `${factor(added, 'less than')}.`,
    );
  }
  for (const head of [1, 4, 8]) {
    const state = { head, away: 1 };
    const { numbers } = shownBy(state);
    expect(near?.done(state, numbers, first)).toBe(true);
    expect(near?.found(state, numbers)).toBe(
      `So near, ALiBi’s head ${head} charges little: a factor of ` +
        `${factor(Number(alibi(head)[1]), 'less than')}.`,
    );
  }
  const state = { head: 8, away: 10 };
  const { numbers } = shownBy(state);
  expect(last?.done(state, numbers, first)).toBe(true);
  expect(last?.found(state, numbers)).toContain('slope of 1/256');
  expect(alibi(8)[1]).toBeCloseTo(-1 / 256, 9);
  // Head 8 of T5, as drawn, charges the nearest word most.
  expect(Math.min(...t5(8))).toBe(t5(8)[0]);
});
