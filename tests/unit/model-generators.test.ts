/** Generators of pictures: what `model` says can be computed as it is said. */

import { load, type RopeOptions } from 'posenc';
import { describe, expect, it } from 'vitest';

const pe = await load();

const transformerOf = (config: object) => {
  const tower = pe.model(config).towers.transformer;
  if (!tower) throw new Error('no transformer');
  return tower;
};

describe('the rope of', () => {
  it.each<[string, object, object]>([
    [
      'FLUX.1 with narrow heads',
      {
        ...{ _class_name: 'FluxTransformer2DModel', attention_head_dim: 16 },
        axes_dims_rope: [4, 6, 6],
      },
      { headDim: 16, theta: 1e4, axes: { type: 'axial', widths: [4, 6, 6] } },
    ],
    [
      'FLUX.2 by its class',
      { _class_name: 'Flux2Transformer2DModel' },
      {
        ...{ headDim: 128, theta: 2000 },
        axes: { type: 'axial', widths: [32, 32, 32, 32] },
      },
    ],
    [
      'LTX with two heads of 22',
      {
        ...{ _class_name: 'LTXVideoTransformer3DModel' },
        ...{ attention_head_dim: 22, num_attention_heads: 2 },
      },
      {
        ...{ headDim: 44, rotaryDim: 42, rotaryStart: 2, theta: 1e4 },
        axes: { type: 'axial', count: 3, bands: 'fractions', order: 'turns' },
      },
    ],
  ])('%s', (_, config, options) => {
    const [layer] = transformerOf(config).layers;
    const rope = pe.rope({ layout: 'interleaved', ...options } as RopeOptions);
    const where = { positions: Array(rope.axes).fill([0, 3, 7]) };
    expect(layer?.rope?.cosSin(where)).toEqual(rope.cosSin(where));
    expect(layer?.causal).toBe(false);
  });

  it('LTX does not change the factor of scores', () => {
    const [layer] = transformerOf({
      _class_name: 'LTXVideoTransformer3DModel',
    }).layers;
    expect(layer?.softmaxScale).toBeCloseTo(1 / 8, 14);
  });
});

it.each([
  [
    'SD3 with 192 rows',
    { _class_name: 'SD3Transformer2DModel', pos_embed_max_size: 192 },
    192 / 64,
  ],
  ['PixArt by its class', { _class_name: 'PixArtTransformer2DModel' }, 2],
])('the table of %s has coordinates of the training', (_, config, step) => {
  const { table } = transformerOf(config);
  const { grid, dim } = table as unknown as { grid: number[]; dim: number };
  const made = pe.make({ ...table, rows: [0, 300], dtype: 'float64' } as never);
  const { data } = made as unknown as { data: Float64Array };
  const quarter = dim / 4;
  for (const [row, k] of [
    [1, 0],
    [grid[1] ?? 0, 5],
    [299, 100],
  ] as const) {
    const [y, x] = [Math.floor(row / (grid[1] ?? 1)), row % (grid[1] ?? 1)];
    const frequency = 10000 ** (-k / quarter);
    // Columns come first, each axis with its sines, then its cosines.
    const at = (column: number) => data[row * dim + column];
    expect(at(k)).toBeCloseTo(Math.sin((x / step) * frequency), 12);
    expect(at(quarter + k)).toBeCloseTo(Math.cos((x / step) * frequency), 12);
    expect(at(2 * quarter + k)).toBeCloseTo(
      Math.sin((y / step) * frequency),
      12,
    );
  }
});

it('names the class that it does not know', () => {
  const run = () => pe.model({ _class_name: 'SomeTransformer2DModel' });
  expect(run).toThrow('got "SomeTransformer2DModel"');
});

it('axes that do not fill a head are a finding', () => {
  const { findings } = pe.model({
    ...{ _class_name: 'FluxTransformer2DModel', attention_head_dim: 64 },
    axes_dims_rope: [16, 56, 56],
  });
  expect(findings).toContainEqual(
    expect.objectContaining({ severity: 'error', key: 'axes.widths' }),
  );
});
