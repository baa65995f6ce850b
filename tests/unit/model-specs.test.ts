/**
 * What a model says of a layer is a spec that `make` takes, once the weights
 * that it names are given.
 */

import { readdirSync, readFileSync } from 'node:fs';
import {
  type Layer,
  load,
  type MissingWeight,
  type Model,
  type ModelSpec,
  type Tensor,
} from 'posenc';
import { describe, expect, it } from 'vitest';
import { familyWords } from '../../bindings/src/models/records.js';
import { thrown } from './thrown.js';

const pe = await load();

/** Queries and keys of the maps that are made. */
const QUERIES = 3;

/** Configurations: those that are stored, and every family without a file. */
const folders = ['data', 'own'].map(
  (name) => new URL(`../models/${name}/`, import.meta.url),
);
const stored = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): [string, object] => [
      name,
      JSON.parse(readFileSync(new URL(name, folder), 'utf8')).config,
    ]),
);
const silent = familyWords.map((word): [string, object] => [
  word,
  { model_type: word },
]);

/** The model of a configuration; none of a family whose sections are missing. */
function read(config: object): Model | undefined {
  try {
    return pe.model(config);
  } catch {
    return undefined;
  }
}

/** Layers of all towers, of which those that are alike stand for one. */
function layersOf(model: Model): readonly Layer[] {
  const seen = new Map<string, Layer>();
  for (const tower of Object.values(model.towers)) {
    for (const layer of tower?.layers ?? []) {
      const { index: _, rope: __, ...facts } = layer;
      const id = JSON.stringify(facts);
      if (!seen.has(id)) seen.set(id, layer);
    }
  }
  return [...seen.values()];
}

/** Numbers of a shape. */
function tensor(shape: readonly number[]) {
  const count = shape.reduce((product, length) => product * length, 1);
  const data = Float32Array.from({ length: count }, (_, i) => Math.sin(i));
  return { data, shape, dtype: 'float32' as const };
}

/** The weights that a spec lacks. */
function weightsOf(missing: Readonly<Record<string, MissingWeight>>) {
  return Object.fromEntries(
    Object.entries(missing).map(([name, { axes, shape }]) => {
      expect(axes.length, name).toBe(shape.length);
      return [name, tensor(shape.map((length) => length ?? QUERIES))];
    }),
  );
}

/** What the input decides: queries and keys, and segments of these. */
function sizesOf(spec: ModelSpec, { heads, keyHeads, headDim }: Layer) {
  if (spec.method === 'rope') return {};
  const relative =
    'dim' in spec ||
    ['shaw', 'relativeKey', 'deberta', 'decomposedBias'].includes(spec.method);
  if (!relative) return { queries: QUERIES, keys: QUERIES };
  return {
    q: tensor([QUERIES, heads, headDim]),
    k: tensor([QUERIES, keyHeads, headDim]),
    ...(spec.method === 'xlnet' && { segments: [0, 0, 1] }),
  };
}

/** Specs that were made: many families have the same ones. */
const seen = new Set<string>();

function isNew(...spec: readonly unknown[]): boolean {
  const id = JSON.stringify(spec);
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}

/** Fewer hidden numbers than a model has, so that all are made in time. */
const tooLarge = ({ heads, headDim }: Layer) => heads * headDim > 2 ** 12;

describe.each([...stored, ...silent])('%s', (_, config) => {
  it('has specs that are made with the weights that they lack', () => {
    const model = read(config);
    if (!model) return;
    for (const layer of layersOf(model)) {
      expect(layer.details.length).toBe(layer.positions.length);
      if (tooLarge(layer)) continue;
      for (const [at, spec] of layer.positions.entries()) {
        if (spec.method === 'rope' && !layer.rope) continue;
        const { missing = {} } = layer.details[at] ?? {};
        const { heads, keyHeads, headDim } = layer;
        if (!isNew(spec, missing, heads, keyHeads, headDim)) continue;
        const made = pe.make({
          ...spec,
          ...weightsOf(missing),
          ...sizesOf(spec, layer),
        } as never) as Tensor | object;
        expect(layer.details[at]?.made).toBe(true);
        if (!('shape' in made)) continue;
        expect(made.shape).toEqual([layer.heads, QUERIES, QUERIES]);
      }
      const { queryScale } = layer;
      if (!queryScale || !isNew(queryScale)) continue;
      const factors = pe.make({ ...queryScale, positions: [0, 1] } as never);
      expect((factors as Tensor).shape[0]).toBe(2);
    }
  });

  it('has tables that are made, or says that they are not', () => {
    for (const tower of Object.values(read(config)?.towers ?? {})) {
      const { table, tableDetails } = tower ?? {};
      if (!table || !isNew(table, tableDetails)) continue;
      const length = 'length' in table ? { length: QUERIES } : {};
      // A small grid has as many axes.
      const axes = Array.isArray(table.grid) ? table.grid.length : 2;
      const grid = { grid: Array(axes).fill(2) };
      const fewer = table.method === 'sinusoidalGrid' && grid;
      const spec = { ...table, ...length, ...fewer };
      const { missing = {} } = tableDetails ?? {};
      const numbers = Object.values(missing).map(({ shape }) =>
        shape.reduce<number>((product, one) => product * (one ?? QUERIES), 1),
      );
      // The largest tables are drawn here: a spec without weights is whole.
      const small = numbers.every((count) => count < 2 ** 20);
      const weights = small ? weightsOf(missing) : {};
      const make = () => pe.make({ ...spec, ...weights } as never) as Tensor;
      if (tableDetails?.made) expect(make().shape.at(-1)).toBe(table.dim);
      else expect(thrown(make)).toMatchObject({ param: 'method' });
    }
  });
});
