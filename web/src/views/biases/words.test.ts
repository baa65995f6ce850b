// Each number in a sentence is the package's, and so is what follows from it.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { computeCurves } from './curves.js';
import { distancesOf, queryAt } from './distances.js';
import { effectOf, methodOf, originOf } from './methods.js';
import { queries, stateOf } from './testing.js';
import {
  curvesTitle,
  isIllustrative,
  originWords,
  placeWords,
  powerWords,
  readBias,
  writeFactor,
} from './words.js';

let pe: Posenc;
beforeAll(async () => {
  pe = await load();
});

/** The numbers of a text: with a true minus, and powers of ten. */
function numbersIn(text: string): number[] {
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  const plain = text
    .replaceAll('\u202f', '')
    .replaceAll('−', '-')
    .replace(/×10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, minus: string, power: string) => {
      const digit = [...power].map((one) => digits.indexOf(one)).join('');
      return `e${minus === '' ? '' : '-'}${digit}`;
    });
  return (plain.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);
}

const near = (value: number, wanted: number, digits: number) =>
  Math.abs(value - wanted) <=
  Math.abs(wanted) * 0.51 * 10 ** (1 - digits) + 1e-12;

it('says what ten words cost in the first head of ALiBi', () => {
  const spec = stateOf('').spec;
  const { data } = pe.alibi({
    heads: 8,
    queries: 1,
    keys: 1,
    keyStart: -10,
    queryStart: 0,
  });
  expect(data[0]).toBe(-5);
  expect(
    readBias({
      spec,
      head: 0,
      distance: -10,
      down: 0,
      bias: -5,
      own: 0,
      raw: false,
    }),
  ).toBe(
    '10 words before the query, head 0 takes 5 from the score: the weight is multiplied by e⁻⁵ ≈ 0.00674.',
  );
});

describe.each(queries)('readings of #/biases?%s', (query) => {
  it('have the numbers of the package', () => {
    const state = stateOf(query);
    const { spec, down } = state;
    const at = queryAt(state);
    const curves = computeCurves(pe, {
      spec,
      at,
      down,
      distances: distancesOf(state),
    });
    const effect = effectOf(spec);
    for (const [head, line] of curves.heads.entries()) {
      const own = curves.own[head] as number;
      for (const raw of [false, true]) {
        for (const [i, bias] of line.entries()) {
          if (i % 7 !== head % 7) continue;
          const distance = curves.distances[i] as number;
          const said = readBias({ spec, head, distance, down, bias, own, raw });
          expect(said).not.toMatch(/NaN|undefined|Infinity/);
          const place = placeWords(spec, distance, down);
          expect(said.toLowerCase().startsWith(place.toLowerCase())).toBe(true);
          const [told, ...rest] = numbersIn(said.slice(place.length));
          expect(told).toBe(head);
          if (effect === 'factor') {
            expect(near(rest[0] as number, bias, 4), said).toBe(true);
            continue;
          }
          const apart = raw || effect === 'kept' ? bias : bias - own;
          const itself = distance === 0 && down === 0;
          const first = rest[0] as number;
          // The sentence of what is kept begins with the power of e.
          if (effect === 'weight')
            expect(near(Math.abs(first), Math.abs(bias), 4), said).toBe(true);
          if (/takes/.test(said)) expect(bias).toBeLessThan(0);
          if (itself && own !== 0 && !raw && effect === 'weight') continue;
          // Tiny and huge ones have two digits.
          const factor = rest.at(-1) as number;
          const wanted = Math.exp(apart);
          const plain = Math.abs(apart * Math.LOG10E) < 300;
          if (plain) expect(near(factor, wanted, 2), said).toBe(true);
        }
      }
    }
  });
});

it.each([
  [0, '1'],
  [-5, '0.00674'],
  [-8, '3.4×10⁻⁴'],
  [Math.log(20), '20'],
  [-1000, '5.1×10⁻⁴³⁵'],
  [1000, '2×10⁴³⁴'],
])('writes e^%d as %s', (b, text) => {
  expect(writeFactor(b)).toBe(text);
});

it.each([
  [0, 'e⁰ = 1'],
  [-5, 'e⁻⁵ ≈ 0.00674'],
  [12, 'e¹² ≈ 1.6×10⁵'],
  [-0.5, 'e^−0.5 ≈ 0.607'],
  [-0.0001234567, 'e^−0.0001235 ≈ 1'],
])('writes the power of %d as %s', (b, text) => {
  expect(powerWords(b)).toBe(text);
});

it('says of each bias whether its numbers are those of models', () => {
  const known = ['alibi', 'decay', 'sandwich'];
  for (const query of queries) {
    const { spec } = stateOf(query);
    const { name } = methodOf(spec);
    const illustrative = !known.includes(name);
    expect(isIllustrative(spec), name).toBe(illustrative);
    expect(/^Illustrative: .*not a trained model/.test(originWords(spec))).toBe(
      illustrative,
    );
  }
  expect(originOf(methodOf(stateOf('method=dynamicBias').spec))).toBe(
    'example',
  );
  expect(originWords(stateOf('preset=BLOOM+176B').spec)).toMatch(
    /BLOOM 176B has them/,
  );
  expect(
    originWords(stateOf('method=t5Bias&preset=T5+base%2C+encoder').spec),
  ).toMatch(/T5 base, encoder; the shape of its curves is not known here/);
});

it('names what a number does', () => {
  expect(curvesTitle(stateOf('').spec)).toMatch(/adds to the score/);
  expect(curvesTitle(stateOf('method=decay').spec)).toMatch(/keeps/);
  expect(curvesTitle(stateOf('method=kerple&form=factor').spec)).toMatch(
    /multiplies/,
  );
  const grid = stateOf('method=gridBias').spec;
  expect(placeWords(grid, -2, 1)).toBe('2 columns to the left, 1 row down');
  expect(placeWords(grid, 0, 0)).toBe('at the query itself');
});
