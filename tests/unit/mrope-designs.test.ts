/** Designs of multimodal positions, and positions of generators. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

/** The positions of each token, as a list for each axis. */
function rowsOf({
  data,
  shape: [axes = 0, tokens = 0],
}: {
  readonly data: ArrayLike<number>;
  readonly shape: readonly number[];
}) {
  return Array.from({ length: axes }, (_, axis) =>
    Array.from({ length: tokens }, (_, i) => data[axis * tokens + i]),
  );
}

it('Hunyuan-VL has four rows, and two images each its number', () => {
  const image = { type: 'image', grid: [1, 2, 4] } as const;
  const { positions, delta } = pe.mropePositions({
    segments: [{ type: 'text', length: 2 }, image, image],
    design: { type: 'xdrope' },
  });
  expect(rowsOf(positions)).toEqual([
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [0, 1, 2, 0, 1, 2, 6, 7, 0, 1, 2, 11],
    [0, 1, 2, 0, 0, 0, 6, 7, 0, 0, 0, 11],
    [0, 1, 2, 0, 0, 0, 6, 7, 1, 1, 1, 11],
  ]);
  expect([positions.dtype, delta]).toEqual(['int32', 0]);
});

it('cells of Circle-RoPE are as far from each text as each other', () => {
  const { positions } = pe.mropePositions({
    segments: [{ type: 'image', grid: [1, 10, 14] }],
    design: { type: 'circlerope', radius: 7 },
  });
  const [t = [], h = [], w = []] = rowsOf(positions) as number[][];
  t.forEach((time, i) => {
    const point = [time, h[i] as number, w[i] as number] as const;
    expect(Math.hypot(...point)).toBeCloseTo(7, 12);
    expect(point[0] + point[1] + point[2]).toBeCloseTo(0, 12);
    // Any text is at (p, p, p), and the distances follow.
    expect(Math.hypot(...point.map((x) => x - 5))).toBeCloseTo(
      Math.sqrt(49 + 75),
      12,
    );
  });
});

describe('generators', () => {
  it('fractions of LTX-2 are the middles of patches', () => {
    const { image } = pe.generatorPositions({
      model: { type: 'ltx2', grid: [2, 1, 2], fps: 24 },
    });
    const [time, height, width] = rowsOf(image);
    // The first frame reaches from 0 to 1 of 24, the second one from 1 to 9.
    const at = (frames: number) => (2 * frames) / 24 / 20 - 1;
    expect(time).toEqual([at(0.5), at(0.5), at(5), at(5)]);
    expect(height).toEqual(Array(4).fill((2 * 16) / 2048 - 1));
    expect(width?.slice(0, 2)).toEqual([16, 48].map((x) => x / 1024 - 1));
  });

  it('LTX counts the beginnings of patches', () => {
    const { image } = pe.generatorPositions({
      model: { type: 'ltx', grid: [2, 1, 1], fps: 25 },
    });
    expect(rowsOf(image)).toEqual([
      [-1, (2 * (8 / 25)) / 20 - 1],
      [-1, -1],
      [-1, -1],
    ]);
  });

  it('the image of Lumina 2 stands behind its text', () => {
    const { text, image } = pe.generatorPositions({
      model: { type: 'lumina2', text: 3, grid: [1, 2] },
    });
    expect(rowsOf(text)[0]).toEqual([0, 1, 2]);
    expect(rowsOf(image)).toEqual([
      [3, 3],
      [0, 0],
      [0, 1],
    ]);
  });
});

it.each([
  [{ type: 'circle' }, 'ERR_CHOICE', 'design.type'],
  [{ type: 'mmrope', scale: [1, 2] }, 'ERR_SHAPE', 'design.scale.length'],
  [{ type: 'v2pe', visualStride: -1 }, 'ERR_RANGE', 'design.visualStride'],
])('the design %j is refused', (design, code, param) => {
  const segments = [{ type: 'text', length: 1 }];
  const run = () => pe.mropePositions({ segments, design } as never);
  expect(thrown(run)).toMatchObject({ code, param });
});

it.each([
  [{ type: 'sd3', grid: [4, 9], side: 8, base: 4 }, 'ERR_RANGE', 'model.grid'],
  [{ type: 'flux' }, 'ERR_MISSING', 'model.grid'],
  [{ type: 'flux', grid: [1, 2, 3] }, 'ERR_SHAPE', 'model.grid.length'],
  [{ type: 'qwenImage', images: [] }, 'ERR_SHAPE', 'model.images.length'],
])('the model %j is refused', (model, code, param) => {
  const run = () => pe.generatorPositions({ model } as never);
  expect(thrown(run)).toMatchObject({ code, param });
});
