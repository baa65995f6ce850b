// The maps of the view against the package called directly: tables by its products
// of all pairs, ropes by the rotation of each component.

import { load, type Posenc, type Rope, type Tensor } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { createComputing } from './desk/computing.js';
import { writeMaps } from './snippet.js';
import { rowBeyond } from './state.js';
import { alikeOf, askOf, largerOf, small, stateOf } from './testing.js';
import { type WayName, wayNames, wayOf } from './ways.js';

let pe: Posenc;
const grid = [5, 7] as const;
const rows = [0, 17, 34] as const;
const none = async () => {};

beforeAll(async () => {
  pe = await load();
});

/** The cosines of a row with all rows, as the package has them. */
function cosinesOf(table: Tensor, row: number): number[] {
  const { data, shape } = pe.analysis.gram(table, { normalise: true });
  const [, count = 0] = shape;
  return Array.from({ length: count }, (_, i) => Number(data[row * count + i]));
}

function near(found: readonly number[], wanted: readonly number[], digits = 5) {
  expect(found.length).toBe(wanted.length);
  found.forEach((value, i) => {
    expect(value).toBeCloseTo(wanted[i] as number, digits);
  });
}

/** The package's own tables of the ways that add one. */
const tables: Partial<Record<WayName, () => Tensor>> = {
  mae: () => pe.sinusoidalGrid({ grid, dim: 32, preset: 'mae' }),
  timm: () => pe.sinusoidalGrid({ grid, dim: 32, preset: 'timm' }),
  detr: () => pe.sinusoidalGrid({ grid, dim: 32, preset: 'detr' }),
  learned: () => pe.learned({ length: 35, dim: 32, seed: 0 }),
};

/** The package's own ropes of the others, and how they turn heads. */
const ropes: Partial<
  Record<WayName, () => { rope: Rope; heads: number; where: object }>
> = {
  axial: () => ({
    rope: pe.rope({ preset: 'RoPE-ViT axial', headDim: small.headDim }),
    ...{ heads: 1, where: { grid } },
  }),
  mixed: () => {
    const frequencies = pe.mixedFrequencies({
      ...{ heads: 3, rotaryDim: 16, directions: { type: 'perpendicular' } },
    });
    const axes = { type: 'mixed', frequencies, lastAxisFirst: true } as const;
    return { rope: pe.rope({ headDim: 16, axes }), heads: 3, where: { grid } };
  },
  golden: () => {
    const directions = { type: 'golden', least: 0.8, most: 20 } as const;
    const frequencies = pe.mixedFrequencies({
      ...{ heads: 3, rotaryDim: 16, directions },
    });
    const axes = { type: 'mixed', frequencies, lastAxisFirst: true } as const;
    // A linspace along each side, as long as the side's share of the area.
    const along = (i: number, n: number, end: number) =>
      -end + (2 * end * i) / (n - 1);
    const cells = Array.from({ length: 35 }, (_, i) => [
      along(Math.floor(i / 7), 5, Math.sqrt(5 / 7)),
      along(i % 7, 7, Math.sqrt(7 / 5)),
    ]);
    const positions = [0, 1].map((axis) =>
      cells.map((cell) => cell[axis] ?? 0),
    );
    return {
      rope: pe.rope({ headDim: 16, axes }),
      heads: 3,
      where: { positions },
    };
  },
};

/**
 * The mean over all directions of the score of a vector with itself: the trace of
 * the rotation from one patch to the other, by turning each component.
 */
function scoresOf(way: WayName, row: number, head: number | null): number[] {
  const made = ropes[way]?.();
  if (made === undefined) throw new Error(`${way} is no rope`);
  const { rope, heads, where } = made;
  const width = 16;
  const sums = new Array<number>(35).fill(0);
  for (let component = 0; component < width; component++) {
    const q = new Float32Array(35 * heads * width);
    for (let i = component; i < q.length; i += width) q[i] = 1;
    const { data } = rope.rotate(q, { heads, ...where } as never) as Tensor;
    for (let other = 0; other < 35; other++) {
      for (let c = 0; c < heads * width; c++) {
        const own = Math.floor(c / width);
        if (head !== null && own !== head) continue;
        const at = (token: number) =>
          Number((data as Float32Array)[token * heads * width + c]);
        sums[other] = (sums[other] ?? 0) + at(row) * at(other);
      }
    }
  }
  return sums.map((sum) => sum / (width * (head === null ? heads : 1)));
}

describe('the map of', () => {
  it.each(wayNames)('%s is that of the package', async (way) => {
    for (const row of rows) {
      const found = await alikeOf(pe, askOf(way), row);
      const table = tables[way]?.();
      near(found, table ? cosinesOf(table, row) : scoresOf(way, row, null));
      expect(found[row]).toBeCloseTo(1, 6);
    }
  });

  it.each(['mixed', 'golden'] as const)(
    'one head of %s is that head',
    async (way) => {
      for (const head of [0, 2]) {
        near(await alikeOf(pe, askOf(way), 17, head), scoresOf(way, 17, head));
      }
    },
  );

  it('axial ropes is the mean of the cosines of both distances', async () => {
    const omegas = [0, 1, 2, 3].map((k) => 100 ** (-k / 4));
    const found = await alikeOf(pe, askOf('axial'), 0);
    const wanted = found.map((_, cell) => {
      const steps = [Math.floor(cell / 7), cell % 7];
      const all = steps.flatMap((s) => omegas.map((w) => Math.cos(s * w)));
      return all.reduce((sum, one) => sum + one, 0) / all.length;
    });
    near(found, wanted);
  });

  it.each([
    [1, 6],
    [6, 1],
    [1, 1],
  ] as const)('each way draws a grid of %i by %i', async (...size) => {
    for (const way of wayNames) {
      const found = await alikeOf(pe, askOf(way, null, { grid: size }), 0);
      expect(found.length).toBe(size[0] * size[1]);
      expect(found.every(Number.isFinite)).toBe(true);
      expect(found[0]).toBeCloseTo(1, 6);
    }
  });
});

describe('a larger picture', () => {
  const to = [10, 14] as const;
  const row = 17;

  /** The cells of the larger grid at some places of the training's. */
  const at = (all: readonly number[], place: (cell: number) => number) =>
    Array.from({ length: 35 }, (_, cell) => all[place(cell)] as number);
  const places = (cell: number) => [Math.floor(cell / 7), cell % 7] as const;

  it.each(wayNames.filter((way) => wayOf(way).beyond.includes('on')))(
    '%s goes on in the steps of the training',
    async (way) => {
      const trained = await alikeOf(pe, askOf(way), row);
      const [y, x] = places(row);
      const own = y * 14 + x;
      const larger = await largerOf(pe, askOf(way), 'on', to, own);
      const same = at(larger, (cell) => {
        const [r, c] = places(cell);
        return r * 14 + c;
      });
      near(same, trained);
    },
  );

  it.each(['mae', 'timm', 'axial', 'mixed'] as const)(
    '%s squeezed has the training at every second patch',
    async (way) => {
      const trained = await alikeOf(pe, askOf(way), row);
      const [y, x] = places(row);
      const own = 2 * y * 14 + 2 * x;
      const larger = await largerOf(pe, askOf(way), 'squeezed', to, own);
      const same = at(larger, (cell) => {
        const [r, c] = places(cell);
        return 2 * r * 14 + 2 * c;
      });
      near(same, trained);
    },
  );

  it('of DETR squeezed is its own table', async () => {
    const table = pe.sinusoidalGrid({ grid: to, dim: 32, preset: 'detr' });
    const larger = await largerOf(pe, askOf('detr'), 'squeezed', to, 40);
    near(larger, cosinesOf(table, 40));
  });

  it('of golden gate RoPE squeezed has the corners where they were', async () => {
    const trained = await alikeOf(pe, askOf('golden'), 0);
    const larger = await largerOf(pe, askOf('golden'), 'squeezed', to, 0);
    near(
      [larger[139], larger[13]] as number[],
      [trained[34], trained[6]] as number[],
    );
  });

  it('is resampled as the package does', async () => {
    for (const preset of ['mae', 'timm', 'detr'] as const) {
      const table = pe.sinusoidalGrid({ grid, dim: 32, preset });
      const made = pe.resample({
        table,
        from: grid,
        to,
        preset: 'mae',
        prefix: 0,
      });
      const larger = await largerOf(pe, askOf(preset), 'resampled', to, 40);
      near(larger, cosinesOf(made, 40));
    }
    // The learned table as timm does; both seeds draw the same numbers.
    const made = pe.resample({
      dim: 32,
      from: grid,
      to,
      preset: 'timm',
      prefix: 0,
    });
    const larger = await largerOf(pe, askOf('learned'), 'resampled', to, 40);
    near(larger, cosinesOf(made, 40));
    const same = await largerOf(pe, askOf('learned'), 'resampled', grid, row);
    near(same, await alikeOf(pe, askOf('learned'), row));
  });

  it('has the chosen patch where it lies in the picture', () => {
    expect(rowBeyond(17, grid, [5, 7])).toBe(17);
    // Row 2 of 5 is the middle; column 3 of 7, too.
    expect(rowBeyond(17, grid, [11, 9])).toBe(5 * 9 + 4);
    expect(rowBeyond(34, [5, 7], [32, 32])).toBe(28 * 32 + 29);
    expect(rowBeyond(0, [1, 1], [4, 4])).toBe(2 * 4 + 2);
  });
});

describe('what is refused', () => {
  const computing = () => createComputing(pe);
  const maps = (way: WayName, patch: object, head = Number.NaN) => {
    const asked = askOf(way, null, patch);
    return computing().maps({ left: asked, right: asked, head, row: 0 }, none);
  };

  it.each([
    ['mae', { dim: 30 }, 'dim', /sinusoidalGrid: dim must be/],
    ['detr', { dim: 1 }, 'dim', /sinusoidalGrid: dim/],
    ['learned', { dim: 0 }, 'dim', /learned: dim/],
    ['learned', { seed: -1 }, 'seed', /learned: seed/],
    ['mae', { base: 0.5 }, 'base', /base must be/],
    ['axial', { headDim: 15 }, 'headDim', /rope: headDim must be an even/],
    ['axial', { headDim: 14 }, 'headDim', /rope: /],
    ['axial', { theta: 0 }, 'theta', /theta/],
    ['mixed', { headDim: 14 }, 'headDim', /rotaryDim must be a multiple of 4/],
    ['mixed', { theta: 0 }, 'theta', /theta/],
    ['mixed', { heads: 0 }, 'heads', /heads/],
    ['mixed', { seed: 0.5 }, 'seed', /seed/],
    ['golden', { least: 30 }, 'most', /most must be at least/],
    ['golden', { least: 0 }, 'least', /least/],
    ['golden', { headDim: Number.NaN }, 'headDim', /got NaN/],
    ['mae', { grid: [0, 3] }, 'grid', /two whole numbers/],
    ['mae', { grid: [65, 64] }, 'grid', /at most 4096, got 65 × 64/],
    ['mixed', { grid: [3] }, 'grid', /got 3/],
    ['mixed', { grid: [] }, 'grid', /got none/],
    ['mixed', { grid: [2, 2, 2] }, 'grid', /two whole/],
    ['mae', { grid: [64, 64], dim: 8192 }, 'dim', /at most 16777216 numbers/],
    ['axial', { grid: [64, 64], headDim: 8192 }, 'headDim', /at most/],
    ['mixed', { grid: [64, 64], heads: 999 }, 'heads', /at most/],
  ] as const)('%s with %j, at %s', async (way, patch, param, message) => {
    const refused = maps(way, patch);
    await expect(refused).rejects.toMatchObject({ param });
    await expect(refused).rejects.toThrow(message);
  });

  it('is a head that there is not', async () => {
    for (const head of [3, -1, 0.5]) {
      const refused = maps('mixed', {}, head);
      await expect(refused).rejects.toMatchObject({ param: 'head' });
    }
    // Other ways have one map for all heads.
    await expect(maps('axial', {}, 3)).resolves.toBeDefined();
  });

  it('is a picture smaller than those of the training', async () => {
    const ask = { asked: askOf('mae'), head: Number.NaN, row: 0, rowBeyond: 0 };
    const larger = (to: readonly number[]) =>
      computing().beyond({ ...ask, to, hows: ['on'] }, none);
    for (const to of [[4, 9], [9, 6], [0, 0], [99, 99], [9]]) {
      await expect(larger(to)).rejects.toMatchObject({ param: 'to' });
    }
    await expect(larger([5, 7])).resolves.toBeDefined();
  });
});

describe('the program', () => {
  const run = (code: string) => {
    const body = code.replace(/^import.*$|^const pe = await load\(\);$/gm, '');
    return new Function('pe', `${body}\nreturn { left, right };`)(pe);
  };

  it.each([
    ['mae', 'mixed', Number.NaN],
    ['detr', 'golden', 1],
    ['learned', 'axial', Number.NaN],
    ['golden', 'mixed', 2],
    ['timm', 'golden', Number.NaN],
  ] as const)(
    'of %s and %s, head %d, gives the maps',
    async (left, right, head) => {
      const asks = { left: askOf(left), right: askOf(right), head, row: 9 };
      const code = writeMaps(asks);
      expect(code).not.toMatch(/Math\.random|NaN|undefined/);
      const found = run(code);
      near(found.left, await alikeOf(pe, asks.left, 9, head), 6);
      near(found.right, await alikeOf(pe, asks.right, 9, head), 6);
    },
  );

  it('says what is not the usual', () => {
    const asked = askOf('mae', null, { base: 50, grid: [3, 4] });
    const other = askOf('axial', null, { theta: 33, grid: [3, 4] });
    const code = writeMaps({ left: asked, right: other, head: NaN, row: 0 });
    expect(code).toMatch(/base: 50/);
    expect(code).toMatch(/theta: 33/);
    expect(code).toMatch(/\[rows, columns\] = \[3, 4\]/);
  });
});

it('keeps the rows of a way, whatever patch is asked for', async () => {
  let made = 0;
  const counting = {
    ...{ sinusoidalGrid: pe.sinusoidalGrid, learned: pe.learned },
    ...{ resample: pe.resample, mixedFrequencies: pe.mixedFrequencies },
    rope: ((options: never) => {
      made += 1;
      return pe.rope(options);
    }) as Posenc['rope'],
  };
  const { maps } = createComputing(counting);
  const both = {
    left: askOf('axial'),
    right: askOf('axial'),
    head: Number.NaN,
  };
  for (const row of [0, 1, 2]) await maps({ ...both, row }, none);
  expect(made).toBe(1);
  const other = askOf('axial', null, { theta: Number.POSITIVE_INFINITY });
  await expect(maps({ ...both, left: other, row: 0 }, none)).rejects.toThrow();
  expect(made).toBe(2);
});

it('has the state of tests', () => {
  expect(stateOf().grid).toEqual(grid);
});
