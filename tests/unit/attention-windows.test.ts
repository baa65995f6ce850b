/**
 * Layers of image towers: moved windows, and cells that are turned by their rows
 * and columns. The classes' own steps are written out.
 */

import { type AttentionOptions, load, type Model, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();

/**
 * The regions of a grid that was moved, as Swin numbers them: slices of rows and
 * columns one after the other, then cut into windows.
 */
function regions(height: number, width: number, side: number, shift: number) {
  const image = Array.from({ length: height }, () =>
    Array<number>(width).fill(0),
  );
  const slices = (length: number) => [
    [0, length - side],
    [length - side, length - shift],
    [length - shift, length],
  ];
  let number = 0;
  for (const [top = 0, bottom = 0] of slices(height)) {
    for (const [left = 0, right = 0] of slices(width)) {
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) (image[y] as number[])[x] = number;
      }
      number++;
    }
  }
  const windows: number[][] = [];
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      const cells = Array.from({ length: side * side }, (_, cell) => {
        const row = image[top + Math.floor(cell / side)] as number[];
        return row[left + (cell % side)] as number;
      });
      windows.push(cells);
    }
  }
  return windows;
}

describe('windows that move', () => {
  const [side, heads] = [3, 2];
  const model = pe.model({
    ...{ model_type: 'swin', image_size: 36, patch_size: 4, embed_dim: 8 },
    ...{ depths: [2], num_heads: [heads], window_size: side },
  });
  const layer = model.towers.vision?.layers[1] as Model['layers'][0];
  const { headDim, shift } = layer;
  const cells = side ** 2;
  const bias = {
    method: 'gridBias',
    grid: [side, side],
    table: tensor(noise((2 * side - 1) ** 2 * heads, 5), [
      (2 * side - 1) ** 2,
      heads,
    ]),
  } as const;
  const call = (batch: number, more: object) => {
    const shape = [batch, cells, heads, headDim];
    const x = tensor(noise(batch * cells * heads * headDim, 1), shape);
    const options = {
      q: x,
      k: x,
      v: x,
      model,
      tower: 'vision',
      layer: 1,
      bias,
    };
    return { ...options, ...more };
  };

  it.each([
    [6, 9, 1],
    [9, 6, 2],
    [6, 6, 3],
  ])('of a grid of %i × %i, in a batch of %i', (height, width, batch) => {
    expect(shift).toBe(1);
    const windows = regions(height, width, side, shift);
    const all = Array.from({ length: batch }, () => windows).flat();
    const mask = all.map((own) => own.map((a) => own.map((b) => a === b)));
    const found = pe.attention(call(all.length, { grid: [height, width] }));
    expect(found).toEqual(pe.attention(call(all.length, { mask })));
    expect(found.scores.data).toContain(-Infinity);
    const documents = { documents: all };
    expect(found).toEqual(pe.attention(call(all.length, documents)));
  });

  it('take a mask beside the grid', () => {
    const mask = Array.from({ length: cells }, () => Array(cells).fill(true));
    const grid = [6, 6];
    const found = pe.attention(call(4, { grid, mask }));
    expect(found).toEqual(pe.attention(call(4, { mask })));
    const layer = { layer: 0, grid };
    expect(pe.attention(call(4, layer))).toEqual(
      pe.attention(call(4, { layer: 0 })),
    );
  });

  it('do not where one window holds the shorter side', () => {
    const whole = pe.attention(call(2, { grid: [3, 6] }));
    const documents = Array<number>(cells).fill(0);
    expect(whole).toEqual(pe.attention(call(2, { documents })));
  });

  it.each<[string, number, readonly number[], string]>([
    ['that windows do not fill', 4, [6, 8], 'ERR_RANGE'],
    ['of three axes', 8, [2, 6, 6], 'ERR_RANGE'],
    ['of other windows', 5, [6, 6], 'ERR_SHAPE'],
  ])('refuse a grid %s', (_, batch, grid, code) => {
    const error = thrown(() => pe.attention(call(batch, { grid }) as never));
    expect(error).toMatchObject({ param: 'grid', code });
  });
});

it('a layer without axes and windows refuses a grid', () => {
  const sized = {
    hidden_size: 32,
    num_hidden_layers: 1,
    num_attention_heads: 2,
  };
  const model = pe.model({ model_type: 'llama', ...sized });
  const q = noise(6 * 32, 1);
  const error = thrown(() => pe.attention({ q, k: q, model, grid: [2, 3] }));
  expect(error).toMatchObject({ param: 'grid', code: 'ERR_CONFLICT' });
});

/** A tower of images whose cells are turned, by its words. */
const towers: readonly (readonly [string, object, object])[] = [
  ['pixtral', { image_size: 64, patch_size: 16 }, { grid: [4, 4] }],
  ['qwen2_vl', { patch_size: 14, spatial_merge_size: 2 }, { grid: [4, 4] }],
  [
    'dinov3_vit',
    { image_size: 64, patch_size: 16, num_register_tokens: 4 },
    { grid: [4, 4], prefix: 5 },
  ],
];

it.each(towers)(
  '%s turns cells by their rows and columns',
  (word, options, rows) => {
    const sized = {
      hidden_size: 64,
      num_hidden_layers: 1,
      num_attention_heads: 2,
    };
    const vision = {
      ...sized,
      embed_dim: 64,
      num_heads: 2,
      depth: 1,
      ...options,
    };
    const model =
      word === 'qwen2_vl'
        ? pe.model({ model_type: word, ...sized, vision_config: vision })
        : pe.model({ model_type: word, ...vision });
    const tower = model.towers.vision as NonNullable<Model['towers']['vision']>;
    const [layer] = tower.layers;
    const { heads = 1, headDim = 1, rope } = layer ?? {};
    expect(layer?.lacks).toEqual([]);
    const { prefix = 0 } = rows as { prefix?: number };
    expect(tower.prefix).toBe(prefix);
    const length = 16 + prefix;
    const x = tensor(noise(length * heads * headDim, 1), [
      length,
      heads,
      headDim,
    ]);
    const call = { q: x, k: x, v: x, model, tower: 'vision' };
    expect(thrown(() => pe.attention(call))).toMatchObject({
      ...{ param: 'grid', code: 'ERR_MISSING' },
    });
    const turned = rope?.rotate(x, rows as object) as typeof x;
    const wanted = pe.attention({
      ...{ q: turned, k: turned, v: x },
      scale: layer?.softmaxScale ?? 0,
    });
    expect(pe.attention({ ...call, grid: [4, 4] })).toEqual(wanted);
  },
);

it('the vision of Llama 4 has its class token behind the cells', () => {
  const model = pe.model({
    ...{ model_type: 'llama4_vision_model', hidden_size: 64, image_size: 42 },
    ...{ patch_size: 14, num_attention_heads: 2, num_hidden_layers: 1 },
  });
  const [layer] = model.towers.vision?.layers ?? [];
  const { heads = 1, headDim = 1, rope } = layer ?? {};
  const width = heads * headDim;
  const x = tensor(noise(10 * width, 1), [10, heads, headDim]);
  const cells = rope?.rotate(
    tensor(x.data.slice(0, 9 * width), [9, heads, headDim]),
    {
      grid: [3, 3],
    },
  );
  const turned = tensor(x.data.slice(), [10, heads, headDim]);
  turned.data.set(cells?.data ?? []);
  const call = { q: x, k: x, v: x, model, tower: 'vision', grid: [3, 3] };
  const scale = layer?.softmaxScale ?? 0;
  expect(pe.attention(call)).toEqual(
    pe.attention({ q: turned, k: turned, v: x, scale }),
  );
});

it('nanochat turns by the opposite angles', () => {
  const sized = {
    hidden_size: 32,
    num_hidden_layers: 1,
    num_attention_heads: 2,
  };
  const model = pe.model({ model_type: 'nanochat', ...sized });
  const [layer] = model.layers;
  expect(layer).toMatchObject({ rotaryInverse: true, lacks: [] });
  const { heads = 1, headDim = 1, softmaxScale = 0 } = layer ?? {};
  expect([heads, headDim]).toEqual([2, 16]);
  const shape = [5, heads, headDim];
  const [q, k] = [1, 2].map((seed) => tensor(noise(5 * 32, seed), shape));
  const half = headDim / 2;
  // y1 = x1 cos + x2 sin and y2 = -x1 sin + x2 cos, as its code computes it.
  const turn = (x: typeof q, row: number, head: number) => {
    const at = (row * heads + head) * headDim;
    const own = Array.from(x?.data.subarray(at, at + headDim) ?? []);
    return own.map((number, c) => {
      const angle = row * 10000 ** ((-2 * (c % half)) / headDim);
      const other = own[(c + half) % headDim] as number;
      const sign = c < half ? 1 : -1;
      return number * Math.cos(angle) + sign * other * Math.sin(angle);
    });
  };
  const found = pe.attention({ q, k, model } as AttentionOptions).scores.data;
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < 5; i++) {
      for (let j = 0; j <= i; j++) {
        const [a, b] = [turn(q, i, h), turn(k, j, h)];
        const sum = a.reduce((all, one, c) => all + one * (b[c] as number), 0);
        const got = found[(h * 5 + i) * 5 + j] as number;
        expect(Math.abs(got - sum * softmaxScale)).toBeLessThan(1e-4);
      }
    }
  }
});

it('Transformer-XL of equal lengths sees its last keys', () => {
  const config = {
    model_type: 'transfo-xl',
    d_model: 32,
    n_head: 2,
    d_head: 16,
  };
  const model = pe.model({
    ...config,
    n_layer: 1,
    mem_len: 3,
    same_length: true,
  });
  expect(model.layers[0]).toMatchObject({ reach: [2, 0], lacks: [] });
  const open = pe.model({ ...config, n_layer: 1, same_length: false });
  expect(open.layers[0]?.reach).toBeNull();
});

it.each(['nystromformer', 'yoso', 'mra', 'informer', 'autoformer'])(
  '%s has another mixer than attention',
  (model_type) => {
    const more = { context_length: 24, prediction_length: 8 };
    const { towers } = pe.model({ model_type, ...more });
    for (const tower of Object.values(towers)) {
      const [layer] = tower?.layers ?? [];
      expect(layer?.attention).toBeNull();
      expect(layer?.mixer).toMatch(/attention|correlation/);
      expect(tower?.table).not.toBeNull();
    }
  },
);

it.each([...['lilt', 'bros', 'doge']])(
  '%s computes with the bias that its class makes',
  (model_type) => {
    const model = pe.model({ model_type });
    const { lacks } = model.layers[0] as Model['layers'][0];
    expect(lacks.map(({ option }) => option)).toEqual(['bias']);
  },
);
