/**
 * What `model` and `generatorPositions` say of a generator, and how it turns
 * heads, for the tests of generators.
 */

import { type GeneratorPositionsOptions, load, type RopeSpec } from 'posenc';
import { expect } from 'vitest';
import { numbers } from './generator-oracle.js';

const pe = await load();

type Positions = GeneratorPositionsOptions['model'];

export function towerOf(config: object, name = 'transformer') {
  const tower = pe.model(config).towers[name];
  if (!tower) throw new Error(`no ${name}`);
  return tower;
}

export function layerOf(config: object, name?: string) {
  const [layer] = towerOf(config, name).layers;
  if (!layer) throw new Error('no layer');
  return layer;
}

/** Positions of a model, as a list for each axis. */
export function placesOf(model: Positions, part: 'text' | 'image' = 'image') {
  const { [part]: tensor } = pe.generatorPositions({ model });
  const [axes = 0, tokens = 0] = tensor.shape;
  return Array.from({ length: axes }, (_, axis) =>
    Array.from(tensor.data.subarray(axis * tokens, (axis + 1) * tokens)),
  );
}

/** Expects a rope to turn heads as given, token by token. */
export function expectTurned(
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

/** Sizes that are odd, and small. */
export const small = {
  heads: { num_attention_heads: 2, num_layers: 3 },
  volume: [2, 3, 5],
  plane: [3, 7],
};
