/**
 * Ropes of generators: what `model` and `generatorPositions` say turns heads as
 * the class in diffusers does, for small grids of odd sizes.
 */

import { type GeneratorPositionsOptions, load, type RopeSpec } from 'posenc';
import { describe, expect, it } from 'vitest';
import {
  anglesOf,
  type Cell,
  cellsOf,
  cropped,
  numbers,
  sideBySide,
  turnHalves,
  turnNeighbours,
} from './generator-oracle.js';

const pe = await load();

type Positions = GeneratorPositionsOptions['model'];

function towerOf(config: object, name = 'transformer') {
  const tower = pe.model(config).towers[name];
  if (!tower) throw new Error(`no ${name}`);
  return tower;
}

function layerOf(config: object, name?: string) {
  const [layer] = towerOf(config, name).layers;
  if (!layer) throw new Error('no layer');
  return layer;
}

/** Positions of a model, as a list for each axis. */
function placesOf(model: Positions, part: 'text' | 'image' = 'image') {
  const { [part]: tensor } = pe.generatorPositions({ model });
  const [axes = 0, tokens = 0] = tensor.shape;
  return Array.from({ length: axes }, (_, axis) =>
    Array.from(tensor.data.subarray(axis * tokens, (axis + 1) * tokens)),
  );
}

/** Expects a rope to turn heads as given, token by token. */
function expectTurned(
  spec: object,
  positions: number[] | number[][],
  wanted: (head: number[], token: number) => number[],
) {
  const { headDim } = spec as RopeSpec & { headDim: number };
  const rope = pe.make({ method: 'rope', ...spec } as never) as ReturnType<
    typeof pe.rope
  >;
  const tokens = Array.isArray(positions[0])
    ? positions[0].length
    : positions.length;
  const q = numbers(tokens * headDim);
  const { data } = rope.rotate(Float32Array.from(q), {
    heads: 1,
    positions: positions as never,
  });
  for (let token = 0; token < tokens; token++) {
    const from = token * headDim;
    const head = q.slice(from, from + headDim);
    const want = wanted(head, token);
    expect(want).toHaveLength(headDim);
    want.forEach((value, i) => {
      expect(data[from + i]).toBeCloseTo(value, 5);
    });
  }
}

const heads = { num_attention_heads: 2, num_layers: 3 };
const volume = [2, 3, 5];
const plane = [3, 7];

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

it('Kandinsky 5 counts the tokens of a text in blocks of their own', () => {
  const config = {
    ...{ model_dim: 48, axes_dims: [4, 6, 6], num_text_blocks: 3 },
    _class_name: 'Kandinsky5Transformer3DModel',
  };
  const { layers } = towerOf(config, 'refiner');
  expect(layers.length).toBe(3);
  expect(layers[0]).toMatchObject({ heads: 3, headDim: 16 });
  expectTurned(layers[0]?.positions[0] ?? {}, [0, 1, 9], (head, token) =>
    turnNeighbours(head, anglesOf([0, 1, 9][token] ?? 0, 16, 10000)),
  );
  expect(towerOf(config).layers.length).toBe(32);
});

it('Stable Audio turns the first half of a head, in halves', () => {
  const { positions } = layerOf({
    ...{ ...heads, attention_head_dim: 12 },
    _class_name: 'StableAudioDiTModel',
  });
  expectTurned(positions[0] ?? {}, [0, 1, 5], (head, token) => [
    ...turnHalves(head.slice(0, 6), anglesOf([0, 1, 5][token] ?? 0, 6, 10000)),
    ...head.slice(6),
  ]);
});

describe('Ideogram 4', () => {
  const config = {
    ...{ ...heads, attention_head_dim: 24, rope_theta: 100 },
    _class_name: 'Ideogram4Transformer2DModel',
  };

  it.each([
    ['text', { text: 3, grid: [1, 1] }, cellsOf([3]).map(([i]) => [i, i, i])],
    [
      'image',
      { grid: plane, start: 7 },
      cellsOf(plane).map(([y = 0, x = 0]) => [7, 7 + y, 7 + x]),
    ],
  ])('turns pairs of height and width in turn: %s', (part, model, at) => {
    const { positions } = layerOf({ ...config, mrope_section: [1, 3, 2] });
    const places = placesOf(
      { type: 'ideogram4', ...model } as Positions,
      part as 'text',
    );
    expectTurned(positions[0] ?? {}, places, (head, token) => {
      const angles = Array.from({ length: 12 }, (_, k) => {
        // Slices 1:9:3 of the height and 2:6:3 of the width, all else of the time.
        const axis = k % 3 === 1 && k < 9 ? 1 : k % 3 === 2 && k < 6 ? 2 : 0;
        return (at[token]?.[axis] ?? Number.NaN) / 100 ** ((2 * k) / 24);
      });
      return turnHalves(head, angles);
    });
  });

  it('by its class', () => {
    const { positions } = layerOf({ _class_name: config._class_name });
    expect(positions[0]).toMatchObject({
      ...{ headDim: 256, theta: 5e6 },
      axes: { type: 'interleaved', sections: [88, 20, 20] },
    });
    const [[row = 0] = []] = placesOf({ type: 'ideogram4', grid: [1, 1] });
    expect(row).toBe(65536);
  });
});

it('LongCat-AudioDiT turns whole heads in halves, with the base 100000', () => {
  const { positions, heads } = layerOf({
    ...{ dit_dim: 16, dit_heads: 2, dit_depth: 1 },
    _class_name: 'LongCatAudioDiTTransformer',
  });
  expect(heads).toBe(2);
  expectTurned(positions[0] ?? {}, [0, 1, 5], (head, token) =>
    turnHalves(head, anglesOf([0, 1, 5][token] ?? 0, 8, 100000)),
  );
});

it('ERNIE-Image multiplies pairs by two angles, which is no rotation', () => {
  const layer = layerOf({ _class_name: 'ErnieImageTransformer2DModel' });
  expect(layer.positions).toEqual([]);
  expect(layer.lacks[0]?.what).toContain('other angles');
});

describe('Allegro', () => {
  const config = {
    ...{ ...heads, attention_head_dim: 12 },
    ...{ interpolation_scale_h: 1.5, interpolation_scale_w: 3 },
    _class_name: 'AllegroTransformer3DModel',
  };

  it('turns each third of a head by an axis of its own, in halves', () => {
    const { positions } = layerOf(config);
    expect(positions.length).toBe(3);
    const scales = [2.2, 1.5, 3];
    positions.forEach((spec, axis) => {
      expectTurned(spec, [0, 1, 7], (head, token) => {
        const place = ([0, 1, 7][token] ?? 0) / (scales[axis] ?? 1);
        const third = head.slice(4 * axis, 4 * axis + 4);
        return [
          ...head.slice(0, 4 * axis),
          ...turnHalves(third, anglesOf(place, 4, 10000)),
          ...head.slice(4 * axis + 4),
        ];
      });
    });
  });

  it('cannot divide by null', () => {
    const { findings } = pe.model({ ...config, interpolation_scale_t: null });
    expect(findings).toContainEqual(
      expect.objectContaining({
        ...{ severity: 'error', key: 'interpolation_scale_t' },
      }),
    );
  });
});

describe('LTX-2', () => {
  /** Frequencies from π/2 to π/2 · theta, and the angles of all heads. */
  function anglesOfWidth(at: Cell, dim: number, theta: number) {
    const steps = Math.floor(dim / (2 * at.length));
    const turned = Array.from({ length: steps }, (_, k) =>
      at.map(
        (position) =>
          position * (Math.PI / 2) * theta ** (k / Math.max(steps - 1, 1)),
      ),
    ).flat();
    return [...Array(dim / 2 - turned.length).fill(0), ...turned];
  }

  /** The middle of a patch of a video, in seconds and pixels, from -1 to 1. */
  function middle(cell: Cell, offset: number): number[] {
    const scale = [8, 32, 32];
    const base = [20, 2048, 2048];
    return cell.map((index, axis) => {
      const edges = [index, index + 1].map((edge) => {
        const pixel = edge * (scale[axis] ?? 1);
        const frame = Math.max(0, pixel + offset - 8) / 24;
        return axis === 0 ? frame : pixel;
      });
      const [from = 0, to = 0] = edges;
      return (2 * ((from + to) / 2)) / (base[axis] ?? 1) - 1;
    });
  }

  const config = {
    ...{ num_attention_heads: 2, attention_head_dim: 10, rope_theta: 50 },
    ...{ audio_num_attention_heads: 3, audio_attention_head_dim: 4 },
    _class_name: 'LTX2VideoTransformer3DModel',
  };

  it.each([1, 0])('turns all heads of a video, frames from %i on', (offset) => {
    const at = cellsOf(volume).map((cell) => middle(cell, offset));
    const where = placesOf({ type: 'ltx2', grid: volume, fps: 24, offset });
    const { positions, lacks } = layerOf(config);
    expectTurned(positions[0] ?? {}, where, (all, token) =>
      turnNeighbours(all, anglesOfWidth(at[token] ?? [], 20, 50)),
    );
    expect(lacks[0]?.what).toContain('all heads together');
  });

  it('turns all heads of a sound by the time', () => {
    const tokens = [0, 1, 2, 3, 4];
    // Tokens of 4 rows of a spectrogram, of which a second has 16000/160.
    const at = tokens.map((index) => {
      const [from = 0, to = 0] = [index, index + 1].map(
        (edge) => (Math.max(0, edge * 4 + 1 - 4) * 160) / 16000,
      );
      return [((from + to) / 20) * 1 - 1];
    });
    const [time = []] = placesOf({
      ...{ type: 'ltx2', grid: [tokens.length, 1, 1] },
      ...{ scale: [4, 1, 1], fps: 100 },
    });
    const { positions, heads, headDim } = layerOf(config, 'audio');
    expect([heads, headDim]).toEqual([3, 4]);
    expectTurned(positions[0] ?? {}, [time], (all, token) =>
      turnNeighbours(all, anglesOfWidth(at[token] ?? [], 12, 50)),
    );
  });

  it('pairs halves of heads if it is split, as its lack says', () => {
    const layer = layerOf({ ...config, rope_type: 'split' });
    expect(layer.lacks[0]?.what).toMatch(/halves to neighbours/);
    const [dim, width] = [20, 10];
    const where = placesOf({ type: 'ltx2', grid: volume, fps: 24 });
    const at = cellsOf(volume).map((cell) => middle(cell, 1));
    const x = numbers(at.length * dim);
    // The class: each head in halves, by the angles that it has of all.
    const want = at.flatMap((place, token) => {
      const angles = anglesOfWidth(place, dim, 50);
      return [0, 1].flatMap((head) =>
        turnHalves(
          x.slice(token * dim + head * width, token * dim + (head + 1) * width),
          angles.slice((head * width) / 2, ((head + 1) * width) / 2),
        ),
      );
    });
    // The package: as neighbours, all heads together, and back.
    const places = x.map((_, i) => {
      const inside = i % width;
      return i - inside + (inside >> 1) + (inside % 2) * (width / 2);
    });
    const near = Float32Array.from(places, (place) => x[place] ?? 0);
    const rope = layer.rope;
    const options = { heads: 1, positions: where as never };
    const { data } = rope?.rotate(near, options) ?? { data: near };
    places.forEach((place, i) => {
      expect(data[i]).toBeCloseTo(want[place] ?? Number.NaN, 5);
    });
  });
});

describe('OmniGen', () => {
  const divisors = (by: number) => Array.from({ length: 6 }, (_, k) => by + k);
  const config = {
    ...{ hidden_size: 24, num_attention_heads: 2, num_key_value_heads: 1 },
    ...{ num_layers: 1, rope_base: 400 },
    ...{ max_position_embeddings: 64, original_max_position_embeddings: 16 },
    rope_scaling: { short_factor: divisors(1), long_factor: divisors(2) },
    _class_name: 'OmniGenTransformer2DModel',
  };

  it.each([
    [16, 1],
    [17, 2],
  ])('divides frequencies of %i tokens by factors from %i on', (n, first) => {
    const { rope, lacks, keyHeads } = layerOf(config);
    expect(keyHeads).toBe(1);
    expect(lacks).toContainEqual(expect.objectContaining({ option: 'mask' }));
    const factor = Math.sqrt(1 + Math.log(64 / 16) / Math.log(16));
    const q = numbers(12);
    const { data } = (rope?.at(n) ?? rope)?.rotate(Float32Array.from(q), {
      ...{ heads: 1, positions: [n - 1] },
    }) ?? { data: [] };
    const angles = anglesOf(n - 1, 12, 400).map((angle, k) => {
      return angle / (divisors(first)[k] ?? 1);
    });
    turnHalves(q, angles).forEach((value, i) => {
      expect(data[i]).toBeCloseTo(factor * value, 5);
    });
  });
});

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
