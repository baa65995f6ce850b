/**
 * Generators that turn heads in a way of their own, or of which a rope says a
 * part alone: each as its class in diffusers does, for small sizes.
 */

import { type GeneratorPositionsOptions, load } from 'posenc';
import { describe, expect, it } from 'vitest';
import {
  anglesOf,
  type Cell,
  cellsOf,
  numbers,
  turnHalves,
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
      { type: 'ideogram4', ...model } as GeneratorPositionsOptions['model'],
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
