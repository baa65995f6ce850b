/**
 * Ropes of generators: what `model` and `generatorPositions` say turns heads as
 * the class in diffusers does, for small grids of odd sizes.
 */

import { type GeneratorPositionsOptions, load } from 'posenc';
import { describe, expect, it } from 'vitest';
import {
  type Cell,
  cellsOf,
  cropped,
  sideBySide,
  turnNeighbours,
} from './generator-oracle.js';
import {
  expectTurned,
  layerOf,
  placesOf,
  small,
  towerOf,
} from './generator-turns.js';

const pe = await load();
const { heads, plane, volume } = small;

type Positions = GeneratorPositionsOptions['model'];

/** Classes whose neighbours turn by axes side by side. */
describe('neighbours turn by axes side by side:', () => {
  it.each<
    [
      string,
      object,
      Positions,
      { widths: number[]; theta?: number; at: Cell[] },
    ]
  >([
    ...[
      ...['WanVACE', 'WanAnimate', 'ChronoEdit', 'SkyReelsV2', 'SanaVideo'],
      'AnyFlow',
    ].map(
      (name) =>
        [
          name,
          {
            ...{ ...heads, attention_head_dim: 20 },
            _class_name: `${name}Transformer3DModel`,
          },
          { type: 'video', grid: volume },
          // Height and width have 2 · ⌊20/6⌋, the time has the rest.
          { widths: [8, 6, 6], at: cellsOf(volume) },
        ] as [string, object, Positions, { widths: number[]; at: Cell[] }],
    ),
    [
      'two frames of ChronoEdit, the last of 8',
      {
        ...{ ...heads, attention_head_dim: 12 },
        _class_name: 'ChronoEditTransformer3DModel',
      },
      { type: 'video', grid: volume, frames: [0, 7] },
      {
        widths: [4, 4, 4],
        at: cellsOf(volume).map(([t = 0, ...cell]) => [7 * t, ...cell]),
      },
    ],
    [
      'HunyuanVideo 1.5',
      {
        ...{ ...heads, attention_head_dim: 14, rope_axes_dim: [2, 4, 8] },
        _class_name: 'HunyuanVideo15Transformer3DModel',
      },
      { type: 'video', grid: volume },
      { widths: [2, 4, 8], theta: 256, at: cellsOf(volume) },
    ],
    [
      'FramePack with frames of its own',
      {
        ...{ ...heads, attention_head_dim: 8, rope_axes_dim: [2, 2, 4] },
        rope_theta: 300,
        _class_name: 'HunyuanVideoFramepackTransformer3DModel',
      },
      { type: 'video', grid: volume, frames: [11, 13.5] },
      {
        ...{ widths: [2, 2, 4], theta: 300 },
        at: cellsOf(volume).map(([t, ...cell]) => [t ? 13.5 : 11, ...cell]),
      },
    ],
    [
      'Helios with frames of its own',
      {
        ...{ ...heads, attention_head_dim: 8, rope_dim: [4, 2, 2] },
        ...{ rope_theta: 50, _class_name: 'HeliosTransformer3DModel' },
      },
      { type: 'video', grid: volume, frames: [19, 20] },
      {
        ...{ widths: [4, 2, 2], theta: 50 },
        at: cellsOf(volume).map(([t = 0, ...cell]) => [19 + t, ...cell]),
      },
    ],
    [
      'HunyuanImage',
      {
        ...{ ...heads, attention_head_dim: 10, rope_axes_dim: [4, 6] },
        _class_name: 'HunyuanImageTransformer2DModel',
      },
      { type: 'video', grid: plane },
      { widths: [4, 6], theta: 256, at: cellsOf(plane) },
    ],
    [
      'Lumina-Next, rows first',
      {
        ...{ hidden_size: 24, num_attention_heads: 2, num_layers: 1 },
        _class_name: 'LuminaNextDiT2DModel',
      },
      { type: 'video', grid: plane },
      { widths: [6, 6], at: cellsOf(plane) },
    ],
    [
      'PRX without widths',
      {
        ...{ hidden_size: 128, num_heads: 2, depth: 1, theta: 777 },
        ...{ axes_dim: null, _class_name: 'PRXTransformer2DModel' },
      },
      { type: 'video', grid: plane },
      { widths: [32, 32], theta: 777, at: cellsOf(plane) },
    ],
    [
      'Kandinsky 5 with the scales of 480 lines',
      {
        ...{ model_dim: 48, axes_dims: [4, 6, 6], num_visual_blocks: 2 },
        _class_name: 'Kandinsky5Transformer3DModel',
      },
      { type: 'video', grid: volume, scales: [1, 2, 3.16] },
      {
        widths: [4, 6, 6],
        at: cellsOf(volume).map(([t = 0, y = 0, x = 0]) => [
          ...[t, y / 2, x / 3.16],
        ]),
      },
    ],
    [
      'Bria with a base of its own',
      {
        ...{ ...heads, attention_head_dim: 8, axes_dims_rope: [2, 2, 4] },
        ...{ rope_theta: 500, _class_name: 'BriaTransformer2DModel' },
      },
      { type: 'flux', grid: plane },
      { widths: [2, 2, 4], theta: 500, at: cellsOf([1, ...plane]) },
    ],
    [
      'Krea 2 by the base of its class',
      {
        ...{ ...heads, attention_head_dim: 8, axes_dims_rope: [4, 2, 2] },
        _class_name: 'Krea2Transformer2DModel',
      },
      { type: 'flux', grid: plane },
      { widths: [4, 2, 2], theta: 1000, at: cellsOf([1, ...plane]) },
    ],
    [
      'NucleusMoE-Image, from the middle on',
      {
        ...{ ...heads, attention_head_dim: 8, axes_dims_rope: [4, 2, 2] },
        _class_name: 'NucleusMoEImageTransformer2DModel',
      },
      { type: 'qwenImage', images: [{ grid: [1, ...plane] }] },
      {
        widths: [4, 2, 2],
        // -(n - n // 2) on, as the negative frequencies are taken.
        at: cellsOf(plane).map(([y = 0, x = 0]) => [0, y - 2, x - 4]),
      },
    ],
    [
      'Motif-Video',
      {
        ...{ ...heads, attention_head_dim: 8, rope_axes_dim: [2, 2, 4] },
        _class_name: 'MotifVideoTransformer3DModel',
      },
      { type: 'video', grid: volume },
      { widths: [2, 2, 4], theta: 256, at: cellsOf(volume) },
    ],
    [
      'Bria FIBO, whose class has one',
      {
        ...{ ...heads, attention_head_dim: 8, axes_dims_rope: [4, 2, 2] },
        _class_name: 'BriaFiboTransformer2DModel',
      },
      { type: 'flux', grid: plane },
      { widths: [4, 2, 2], at: cellsOf([1, ...plane]) },
    ],
    [
      'LongCat-Image, behind 512 tokens',
      {
        ...{ ...heads, attention_head_dim: 8, axes_dims_rope: [4, 2, 2] },
        _class_name: 'LongCatImageTransformer2DModel',
      },
      { type: 'longCat', grid: plane },
      {
        widths: [4, 2, 2],
        at: cellsOf(plane).map(([y = 0, x = 0]) => [1, 512 + y, 512 + x]),
      },
    ],
    [
      'Ovis-Image',
      {
        ...{ ...heads, attention_head_dim: 8, axes_dims_rope: [4, 2, 2] },
        _class_name: 'OvisImageTransformer2DModel',
      },
      { type: 'longCat', grid: plane, start: 0, time: 0 },
      { widths: [4, 2, 2], at: cellsOf([1, ...plane]) },
    ],
    [
      'HiDream with heads that the axes fill',
      {
        ...{ ...heads, attention_head_dim: 12, axes_dims_rope: [4, 2, 6] },
        _class_name: 'HiDreamImageTransformer2DModel',
      },
      { type: 'flux', grid: plane },
      { widths: [4, 2, 6], at: cellsOf([1, ...plane]) },
    ],
  ])('%s', (_, config, model, { widths, theta = 10000, at }) => {
    const { positions } = layerOf(config);
    const angles = sideBySide(widths, theta);
    expectTurned(positions[0] ?? {}, placesOf(model), (head, token) =>
      turnNeighbours(head, angles(at[token] ?? [])),
    );
  });
});

it('HiDream turns half of a head that its axes do not fill', () => {
  const { positions } = layerOf({
    ...{ ...heads, attention_head_dim: 16, axes_dims_rope: [4, 2, 2] },
    _class_name: 'HiDreamImageTransformer2DModel',
  });
  const angles = sideBySide([4, 2, 2], 10000);
  const at = cellsOf([1, ...plane]);
  const where = placesOf({ type: 'flux', grid: plane });
  expectTurned(positions[0] ?? {}, where, (head, token) => [
    ...turnNeighbours(head.slice(0, 8), angles(at[token] ?? [])),
    ...head.slice(8),
  ]);
});

it('axes of HiDream fill a head, or half of it, or are a finding', () => {
  const { findings } = pe.model({
    ...{ ...heads, attention_head_dim: 16, axes_dims_rope: [2, 2, 2] },
    _class_name: 'HiDreamImageTransformer2DModel',
  });
  expect(findings).toContainEqual(
    expect.objectContaining({ severity: 'error', key: 'axes.widths' }),
  );
});

it.each([
  [[3, 7], [32, 32], 'wide'],
  [[45, 21], [32, 32], 'tall and larger'],
  [[5, 5], [32, 32], 'square'],
  [[1, 4], [6, 9], 'one row'],
])('HunyuanDiT turns %j in %j by columns, then rows', (grid, base, _) => {
  const { positions } = layerOf({
    ...{ ...heads, attention_head_dim: 12, hidden_size: 24 },
    _class_name: 'HunyuanDiT2DModel',
  });
  const [down, across] = cropped(grid, base);
  const at = cellsOf(grid).map(([y = 0, x = 0]) => [
    ...[across[x] ?? 0, down[y] ?? 0],
  ]);
  const where = placesOf({ type: 'cogVideoX', grid, base });
  const angles = sideBySide([6, 6], 10000);
  expectTurned(positions[0] ?? {}, where, (head, token) =>
    turnNeighbours(head, angles(at[token] ?? [])),
  );
});

it.each(['EasyAnimate', 'ConsisID', 'CogVideoX'])(
  '%s fits grids into 30 rows of 45',
  (name) => {
    const { positions } = layerOf({
      ...{ ...heads, attention_head_dim: 16, patch_size: 2 },
      ...{ use_rotary_positional_embeddings: true },
      _class_name: `${name}Transformer3DModel`,
    });
    const grid = [2, 7, 5];
    const base = [30, 45];
    const [down, across] = cropped(grid.slice(1), base);
    const at = cellsOf(grid).map(([t = 0, y = 0, x = 0]) => [
      ...[t, down[y] ?? 0, across[x] ?? 0],
    ]);
    const where = placesOf({ type: 'cogVideoX', grid, base });
    const angles = sideBySide([4, 6, 6], 10000);
    expectTurned(positions[0] ?? {}, where, (head, token) =>
      turnNeighbours(head, angles(at[token] ?? [])),
    );
  },
);

describe('layers of', () => {
  it.each([
    ['WanVACE: blocks of the control, too', 'WanVACETransformer3DModel', 48],
    ['AuraFlow: both kinds', 'AuraFlowTransformer2DModel', 36],
    ['HunyuanVideo 1.5: one kind', 'HunyuanVideo15Transformer3DModel', 54],
  ])('%s', (_, name, count) => {
    expect(towerOf({ _class_name: name }).layers.length).toBe(count);
  });

  it('WanVACE by its file', () => {
    const { layers } = towerOf({
      ...{ num_layers: 30, vace_layers: [0, 2, 4] },
      _class_name: 'WanVACETransformer3DModel',
    });
    expect(layers.length).toBe(33);
  });

  it.each([
    ['SanaTransformer2DModel', 0],
    ['SanaVideoTransformer3DModel', 1],
  ])('%s mix without attention', (name, ropes) => {
    const layer = layerOf({ _class_name: name });
    expect(layer).toMatchObject({ attention: null, mixer: 'linear_attention' });
    expect(layer.positions.length).toBe(ropes);
  });

  it.each([
    [{ flag_causal_attention: true }, 'SkyReelsV2', ['mask']],
    [{ flag_causal_attention: false }, 'SkyReelsV2', []],
    [{ attention_type: 'nabla' }, 'Kandinsky5', ['mask']],
    [{ attention_type: 'regular' }, 'Kandinsky5', []],
  ])('%j of %s', (keys, name, options) => {
    const { lacks } = layerOf({
      ...keys,
      _class_name: `${name}Transformer3DModel`,
    });
    expect(lacks.map(({ option }) => option)).toEqual(options);
  });
});

describe('positions', () => {
  it('of texts count on two axes in LongCat-Image', () => {
    const text = placesOf({ type: 'longCat', text: 3, grid: [1, 1] }, 'text');
    expect(text).toEqual([
      [0, 0, 0],
      [0, 1, 2],
      [0, 1, 2],
    ]);
  });

  it.each<[Positions, string]>([
    [{ type: 'video', grid: [2, 3, 4], frames: [1] }, 'model.frames.length'],
    [{ type: 'video', grid: [3, 4], frames: [1] }, 'model.frames.length'],
    [{ type: 'video', grid: [3, 4], scales: [1, 2, 2] }, 'model.scales.length'],
    [{ type: 'auraFlow', grid: [3, 9], side: 8 }, 'model.grid'],
  ])('refuses %j', (model, param) => {
    expect(() => pe.generatorPositions({ model })).toThrow(
      expect.objectContaining({ param }),
    );
  });
});
