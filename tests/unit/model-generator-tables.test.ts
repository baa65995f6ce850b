/**
 * Tables of generators: the spec that `model` gives makes the table that the
 * class in diffusers adds, cell by cell.
 */

import { load, type Tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import {
  type Cell,
  cellsOf,
  plane,
  sincos,
  volume,
} from './generator-oracle.js';

const pe = await load();

function towerOf(config: object, name = 'transformer') {
  const tower = pe.model(config).towers[name];
  if (!tower) throw new Error(`no ${name}`);
  return tower;
}

/** Makes the table of a tower, which must be known as one that can be made. */
function tableOf(config: object, name?: string) {
  const { table, tableDetails } = towerOf(config, name);
  expect(tableDetails?.made).toBe(true);
  const made = pe.make({ ...table, dtype: 'float64' } as never);
  return made as unknown as Tensor<'float64'>;
}

/** Expects rows of a table. */
function expectRows({ data, shape }: Tensor<'float64'>, rows: number[][]) {
  expect(shape).toEqual([rows.length, rows[0]?.length]);
  rows.flat().forEach((value, i) => {
    expect(data[i]).toBeCloseTo(value, 12);
  });
}

/** Rows of `get_2d_sincos_pos_embed` for a square grid. */
const square = (side: number, dim: number, at: (index: number) => number) =>
  cellsOf([side, side]).map(([y = 0, x = 0]) => plane(at(y), at(x), dim));

const heads = { num_attention_heads: 2, attention_head_dim: 4, num_layers: 1 };

describe('PixArt', () => {
  /** interpolation_scale, or else max(sample_size // 64, 1). */
  it.each<[number, number | null | undefined, number]>([
    [32, undefined, 1],
    [64, undefined, 1],
    [96, undefined, 1],
    [96, null, 1],
    [127, null, 1],
    [128, undefined, 2],
    [200, null, 3],
    [256, null, 4],
    [512, undefined, 8],
    [96, 2, 2],
    [512, 1.5, 1.5],
  ])('of %i with the scale %j divides by %d', (size, scale, by) => {
    // Six patches or so along a side keep the tables small.
    const patch = Math.floor(size / 6);
    const side = Math.floor(size / patch);
    const table = tableOf({
      ...{ ...heads, sample_size: size, patch_size: patch },
      ...(scale !== undefined && { interpolation_scale: scale }),
      _class_name: 'PixArtTransformer2DModel',
    });
    expectRows(
      table,
      square(side, 8, (index) => index / by),
    );
  });

  it('also where files name the class of all transformers', () => {
    const config = {
      ...{ ...heads, sample_size: 200, patch_size: 40 },
      _class_name: 'Transformer2DModel',
    };
    expectRows(
      tableOf(config),
      square(5, 8, (index) => index / 3),
    );
    for (const patch_size of [null, undefined]) {
      const { table } = towerOf({ ...config, patch_size });
      expect(table).toBe(null);
    }
    const { layers, table } = towerOf({ ...config, num_vector_embeds: 9 });
    expect(table).toBe(null);
    expect(layers[0]?.lacks[0]?.what).toContain('heights and of widths');
  });
});

describe('Stable Diffusion 3', () => {
  it('counts whole patches of the training', () => {
    const table = tableOf({
      ...{ ...heads, sample_size: 65, patch_size: 13, pos_embed_max_size: 7 },
      _class_name: 'SD3Transformer2DModel',
    });
    expectRows(
      table,
      square(7, 8, (index) => index / (7 / 5)),
    );
    const odd = tableOf({
      ...{ ...heads, sample_size: 9, patch_size: 2, pos_embed_max_size: 6 },
      _class_name: 'SD3Transformer2DModel',
    });
    // 9 // 2 patches, not 4.5.
    expectRows(
      odd,
      square(6, 8, (index) => index / (6 / 4)),
    );
  });

  it('without a larger table has that of its size', () => {
    const table = tableOf({
      ...{ ...heads, sample_size: 9, patch_size: 2 },
      ...{ pos_embed_max_size: null, _class_name: 'SD3Transformer2DModel' },
    });
    expectRows(
      table,
      square(4, 8, (index) => index),
    );
  });
});

it('CogView3-Plus has a plain table, of which pictures take the first rows', () => {
  const config = {
    ...{ ...heads, pos_embed_max_size: 5 },
    _class_name: 'CogView3PlusTransformer2DModel',
  };
  expectRows(
    tableOf(config),
    square(5, 8, (index) => index),
  );
});

it('DiT has a plain table', () => {
  const config = {
    ...{ ...heads, sample_size: 13, patch_size: 4 },
    _class_name: 'DiTTransformer2DModel',
  };
  expectRows(
    tableOf(config),
    square(3, 8, (index) => index),
  );
});

describe('Latte', () => {
  const config = {
    ...{ ...heads, sample_size: 200, patch_size: 50, video_length: 5 },
    _class_name: 'LatteTransformer3DModel',
  };

  it('has a table of cells', () => {
    expectRows(
      tableOf(config),
      square(4, 8, (index) => index / 3),
    );
  });

  it('and one of frames', () => {
    const rows = Array.from({ length: 5 }, (_, frame) => sincos(frame, 8));
    expectRows(tableOf(config, 'frames'), rows);
    expect(towerOf(config, 'frames').grid).toBe(null);
  });
});

describe('Sana', () => {
  const config = {
    ...{ ...heads, sample_size: 5, patch_size: 1 },
    _class_name: 'SanaTransformer2DModel',
  };

  it.each([null, undefined])('with the scale %j has no positions', (scale) => {
    const keys = scale === null ? { interpolation_scale: null } : {};
    const { table, layers } = towerOf({ ...config, ...keys });
    expect(table).toBe(null);
    expect(layers[0]?.positions).toEqual([]);
  });

  it('with a scale has a table', () => {
    expectRows(
      tableOf({ ...config, interpolation_scale: 2 }),
      square(5, 8, (index) => index / 2),
    );
  });
});

it('OmniGen adds a table of 64 patches of the training to pictures', () => {
  const config = {
    ...{ hidden_size: 8, num_attention_heads: 2, pos_embed_max_size: 6 },
    _class_name: 'OmniGenTransformer2DModel',
  };
  expectRows(
    tableOf(config),
    square(6, 8, (index) => index / (6 / 64)),
  );
});

describe('the table of CogVideoX', () => {
  const sizes = {
    ...{ num_attention_heads: 4, attention_head_dim: 8, num_layers: 1 },
    ...{ sample_width: 11, sample_height: 7, sample_frames: 10 },
    ...{ patch_size: 2, temporal_compression_ratio: 4 },
    max_text_seq_length: 3,
  };
  // (10 - 1) // 4 + 1 frames, 7 // 2 rows, 11 // 2 columns.
  const grid = [3, 3, 5];

  it.each(['CogVideoX', 'ConsisID'])('is made for %s', (name) => {
    const made = tableOf({
      ...{ ...sizes, temporal_interpolation_scale: 1.5 },
      _class_name: `${name}Transformer3DModel`,
    });
    const at = ([t = 0, y = 0, x = 0]: Cell) => [t / 1.5, y / 1.875, x / 1.875];
    expectRows(made, [
      ...Array(3).fill(Array(32).fill(0)),
      ...cellsOf(grid).map((cell) => volume(at(cell), 32)),
    ]);
  });

  it.each([
    [2, 11],
    [null, 21],
  ])('CogVideoX 1.5 has patches of %j frames of the latent', (size, frames) => {
    const { grid } = towerOf({
      ...{ sample_frames: 81, sample_height: 96, sample_width: 170 },
      ...{ patch_size_t: size, use_rotary_positional_embeddings: true },
      _class_name: 'CogVideoXTransformer3DModel',
    });
    expect(grid).toEqual([frames, 48, 85]);
  });

  it('is learned where queries turn, too', () => {
    const { table, layers, tableDetails } = towerOf({
      ...{ ...sizes, use_rotary_positional_embeddings: true },
      use_learned_positional_embeddings: true,
      _class_name: 'CogVideoXTransformer3DModel',
    });
    expect(table).toMatchObject({ method: 'learned', length: 48, dim: 32 });
    expect(tableDetails?.missing.table?.shape).toEqual([48, 32]);
    expect(layers[0]?.positions[0]).toMatchObject({ method: 'rope' });
  });
});

it('AuraFlow cuts its cells out of the middle of a learned table', () => {
  const { table, grid, layers } = towerOf({
    ...{ num_attention_heads: 2, attention_head_dim: 4 },
    ...{ num_mmdit_layers: 1, num_single_dit_layers: 2 },
    ...{ pos_embed_max_size: 49, _class_name: 'AuraFlowTransformer2DModel' },
  });
  expect(table).toMatchObject({ method: 'learned', length: 49, dim: 8 });
  expect([grid, layers.length]).toEqual([[7, 7], 3]);
  for (const [rows, columns] of [
    [3, 4],
    [7, 1],
    [2, 5],
  ] as const) {
    const { image } = pe.generatorPositions({
      model: { type: 'auraFlow', grid: [rows, columns], side: 7 },
    });
    // The class: h_max // 2 - h_p // 2 on, columns alike.
    const [top, left] = [rows, columns].map(
      (n) => Math.floor(7 / 2) - Math.floor(n / 2),
    ) as [number, number];
    const cells = cellsOf([rows, columns]);
    expect([...image.data]).toEqual([
      ...cells.map(([y = 0]) => top + y),
      ...cells.map(([, x = 0]) => left + x),
    ]);
  }
});

it('the prior of unCLIP has learned rows for text and more tokens', () => {
  const config = { _class_name: 'PriorTransformer', num_embeddings: 20 };
  const { table, layers } = towerOf(config);
  expect(table).toMatchObject({ method: 'learned', length: 24, dim: 2048 });
  expect(layers[0]).toMatchObject({ causal: true, positions: [] });
});
