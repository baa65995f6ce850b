// What the view says of its maps, against slow counts of the same numbers.

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import type { Size } from './calls.js';
import { createComputing } from './desk/computing.js';
import { firstState, readState, rowIn, writeState } from './state.js';
import { alongRow, readStep } from './steps.js';
import { askOf } from './testing.js';
import { toldOf } from './told.js';
import { wayNames, wayOf } from './ways.js';
import { beyondWords, fartherThan, slantOf, slantWords } from './words.js';

const none = async () => {};
const numbers = (text: string) =>
  [...text.replaceAll('−', '-').matchAll(/-?\d+\.\d+(?:e-\d+)?/g)].map(Number);

describe('straight and aslant', () => {
  const size: Size = [9, 11];
  const alike = Float64Array.from({ length: 99 }, (_, i) => Math.sin(i * i));

  it('are means over all patches five away', () => {
    for (const row of [0, 49, 98, 30]) {
      const [y, x] = [Math.floor(row / 11), row % 11];
      const straight: number[] = [];
      const aslant: number[] = [];
      alike.forEach((value, i) => {
        const [dy, dx] = [
          Math.abs(Math.floor(i / 11) - y),
          Math.abs((i % 11) - x),
        ];
        if (dy * dy + dx * dx !== 25) return;
        (dy === 0 || dx === 0 ? straight : aslant).push(value);
      });
      const mean = (all: number[]) =>
        all.reduce((a, b) => a + b, 0) / all.length;
      const found = slantOf(alike, size, row);
      expect(found.straight).toBeCloseTo(mean(straight), 12);
      expect(found.aslant).toBeCloseTo(mean(aslant), 12);
      const said = numbers(slantWords(alike, size, row));
      expect(said[0]).toBeCloseTo(mean(straight), 2);
      expect(said[1]).toBeCloseTo(mean(aslant), 2);
    }
  });

  it('are not said of grids without such patches', () => {
    expect(slantWords(alike.slice(0, 20), [4, 5], 6)).toBe('');
    expect(slantWords(alike.slice(0, 14), [1, 14], 7)).toBe('');
  });

  it('differ in a cross and not in a round spot', async () => {
    const pe = await load();
    const { maps } = createComputing(pe);
    const own = { grid: [14, 14], dim: 768, headDim: 64, heads: 12 };
    const asks = [askOf('mae', null, own), askOf('golden', null, own)] as const;
    const ask = { left: asks[0], right: asks[1], head: Number.NaN, row: 105 };
    const { left, right } = await maps(ask, none);
    const cross = slantOf(left, [14, 14], 105);
    const spot = slantOf(right, [14, 14], 105);
    expect(cross.straight - cross.aslant).toBeGreaterThan(0.05);
    expect(Math.abs(spot.straight - spot.aslant)).toBeLessThan(0.03);
  });
});

describe('a larger picture', () => {
  it.each(wayNames)('is told of %s', async (way) => {
    const pe = await load();
    const asked = askOf(way);
    const to: Size = [10, 14];
    const ask = {
      ...{ asked, head: Number.NaN, to, hows: wayOf(way).beyond },
      ...{ row: 17, rowBeyond: 75 },
    };
    const made = await createComputing(pe).beyond(ask, none);
    const lines = beyondWords(ask, to, made);
    const said = numbers(lines[0] ?? '');
    const wanted = [
      made.trained[18],
      ...wayOf(way).beyond.map((how) => made.larger[how]?.[76]),
    ];
    expect(said.length).toBe(wanted.length);
    said.forEach((value, i) => {
      expect(value).toBeCloseTo(Number(wanted[i]), 2);
    });
    expect(lines.at(-1)).toContain(wayOf(way).usual);
    expect(lines.at(-1)).toMatch(/Recalled/);
    expect(lines.length).toBe(wayOf(way).beyond.includes('on') ? 3 : 2);

    const steps = alongRow(ask, to, made);
    // Column 3 of 7, and column 5 of 14.
    expect(steps.x).toEqual(Array.from({ length: 14 }, (_, i) => i - 5));
    const read = readStep(steps, steps.chosen);
    expect(read).toMatch(/^1 patch to the right · 5 × 7, the training: /);
    expect(numbers(read)[0]).toBeCloseTo(Number(made.trained[18]), 2);
    expect(readStep(steps, 5)).toMatch(/^the patch itself · .*: 1 · .*: 1/);
    expect(readStep(steps, 0)).toMatch(
      /^5 patches to the left · .*: not there ·/,
    );
    steps.series.forEach(({ slot, values }) => {
      const [alike, columns, row] =
        slot === 'trained'
          ? [made.trained, 7, 17]
          : [made.larger[slot] ?? new Float64Array(), 14, 75];
      values.forEach((value, i) => {
        const at = (row % columns) + (steps.x[i] as number);
        if (at < 0 || at >= columns) expect(value).toBeNaN();
        else expect(value).toBe(alike[row - (row % columns) + at]);
      });
    });
  });

  it('has so many patches beyond the training', () => {
    // Slowly: of 6 × 8 patches, those that 2 × 3 never had so far apart.
    let count = 0;
    for (let r = 0; r < 6; r++) {
      for (let c = 0; c < 8; c++) {
        if (Math.abs(r - 1) > 1 || Math.abs(c - 7) > 2) count += 1;
      }
    }
    expect(fartherThan([2, 3], [6, 8], 15)).toBe(count);
    expect(fartherThan([5, 7], [5, 7], 0)).toBe(0);
  });

  it('of one column has no patch beside it', async () => {
    const pe = await load();
    const asked = askOf('mae', null, { grid: [3, 1] });
    const to: Size = [6, 1];
    const ask = { asked, head: Number.NaN, to, hows: ['on'] as const };
    const whole = { ...ask, row: 1, rowBeyond: 3 };
    const made = await createComputing(pe).beyond(whole, none);
    const [first] = beyondWords(whole, to, made);
    expect(first).toMatch(/^Where positions go on, 1 of 6 patches \(17 %\)/);
    const steps = alongRow(whole, to, made);
    expect([steps.x, steps.chosen]).toEqual([[0], 0]);
  });
});

describe('the state', () => {
  it.each([
    '',
    'method=detr&with=golden&grid=10x16&patch=2x3&to=20x32',
    'model=qwen3&parts=t4_i4x6_v3x2x2_t5&stamp=3&token=7',
    'dim=many&headDim=63&grid=',
    'theta=33&head=3&seed=7&least=0.1&most=9&program=transformers&seconds=0.5',
  ])('comes back from %s', (text) => {
    const state = readState(new URLSearchParams(text));
    const again = readState(new URLSearchParams(writeState(state)));
    expect(again).toEqual(state);
  });

  it('writes nothing at first, and what differs after', () => {
    expect(writeState(firstState)).toBe('');
    const state = { ...firstState, with: 'axial', patch: [0, 13] } as const;
    expect(writeState(state)).toBe('with=axial&patch=0x13');
  });

  it('has the patch in the middle, unless there is another', () => {
    expect(rowIn([], [14, 14])).toBe(7 * 14 + 7);
    expect(rowIn([2, 3], [5, 7])).toBe(17);
    for (const patch of [
      [5, 0],
      [0, 7],
      [-1, 0],
      [1.5, 0],
      [Number.NaN, 1],
      [1],
    ]) {
      expect(rowIn(patch, [5, 7])).toBe(17);
    }
    expect(rowIn([0, 0], [1, 1])).toBe(0);
  });
});

it('files say what they hold', () => {
  expect(toldOf(askOf('mae'), Number.NaN)).toEqual({
    name: 'images-mae-5x7',
    caption: 'Sines of MAE · 5 × 7 patches · dim 32',
    spec: { method: 'sinusoidalGrid', way: 'mae', grid: [5, 7], dim: 32 },
  });
  const larger = { to: [10, 14], how: 'squeezed' } as const;
  expect(toldOf(askOf('mixed', larger), 2)).toEqual({
    name: 'images-mixed-10x14-squeezed',
    caption:
      'RoPE-Mixed · 10 × 14 patches · positions squeezed from 5 × 7 · ' +
      'headDim 16 · theta 10 · heads 3 · head 2 · seed 0',
    spec: {
      ...{ method: 'rope', way: 'mixed', grid: [5, 7], ...larger },
      ...{ headDim: 16, theta: 10, heads: 3, head: 2, seed: 0 },
    },
  });
});
