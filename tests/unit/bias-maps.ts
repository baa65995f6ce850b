/** What holds for the map of every bias, and for its gradients. */

import { load } from 'posenc';
import { expect, it } from 'vitest';

const pe = await load();

/** A value by its definition. */
export type At = (head: number, query: number, key: number) => number;

/** Options of a bias without its positions. */
export interface Bias {
  readonly method: string;
  readonly heads: number;
  readonly [option: string]: unknown;
}

const range = (length: number, start: number) =>
  Array.from({ length }, (_, n) => start + n);

const mapOf = (bias: Bias, options: object) =>
  pe.make({ ...bias, ...options } as never) as {
    readonly data: Float32Array | Float64Array;
    readonly shape: readonly number[];
  };

/** Tests the maps of a bias against its definition. */
export function testMaps(bias: Bias, at: At): void {
  const { heads } = bias;
  it.each([
    [1, 1, 0, 0],
    [5, 5, 0, 0],
    [3, 6, 0, 2],
    [6, 2, 1, 0],
  ])(
    '%d queries, %d keys from %d, queries from %d',
    (queries, keys, ...at0) => {
      const [keyStart, queryStart] = at0;
      const places = { queries, keys, keyStart, queryStart };
      const queryPositions = range(queries, queryStart);
      const keyPositions = range(keys, keyStart);
      const wanted = range(heads, 0).flatMap((h) =>
        queryPositions.flatMap((i) => keyPositions.map((j) => at(h, i, j))),
      );
      const exact = mapOf(bias, { ...places, dtype: 'float64' });
      expect(exact.shape).toEqual([heads, queries, keys]);
      for (const [i, want] of wanted.entries()) {
        const most = 1e-13 * Math.max(1, Math.abs(want));
        expect(Math.abs((exact.data[i] as number) - want)).toBeLessThan(most);
      }
      const { data } = mapOf(bias, places);
      expect(data).toEqual(Float32Array.from(exact.data));
      // Lists of the same positions give the same bits, though they are computed
      // entry by entry.
      const lists = { queryPositions, keyPositions };
      expect(mapOf(bias, lists).data).toEqual(data);
    },
  );
}

/** Weights by their paths, such as `layers[0].bias`. */
type Weights = Readonly<Record<string, readonly number[]>>;

/**
 * Tests the gradients by weights, where `biasWith` gives the bias with other
 * weights than these.
 */
export function testGradients(
  weights: Weights,
  biasWith: (weights: Weights) => Bias,
): void {
  const places = { queries: 4, keys: 6, keyStart: 0, queryStart: 2 };
  const { heads } = biasWith(weights);
  const upstream = Float32Array.from({ length: heads * 24 }, (_, i) =>
    Math.sin(i + 1),
  );
  const loss = (changed: Weights) => {
    const { data } = mapOf(biasWith(changed), { ...places, dtype: 'float64' });
    return upstream.reduce((sum, by, i) => sum + by * (data[i] as number), 0);
  };
  const gradients = () => {
    const { heads: _, ...bias } = biasWith(weights);
    return pe.biasGradient({ bias: bias as never, upstream, ...places });
  };

  it('gives a gradient for each weight', () => {
    expect(Object.keys(gradients()).sort()).toEqual(
      Object.keys(weights).sort(),
    );
  });

  it.each(Object.keys(weights))('the gradient by %s', (name) => {
    const list = weights[name] ?? [];
    const { data, shape } = gradients()[name] ?? {};
    expect(shape?.reduce((a, b) => a * b, 1)).toBe(list.length);
    for (const [n, weight] of list.entries()) {
      // Weights are multiples of 2^-8, so that float32 holds both exactly.
      const step = 2 ** -14;
      const [above = 0, below = 0] = [weight + step, weight - step].map((x) =>
        loss({ ...weights, [name]: list.with(n, x) }),
      );
      const slope = (above - below) / (2 * step);
      const error = Math.abs((data?.[n] as number) - slope);
      expect(error, `${n}`).toBeLessThan(3e-5 * Math.max(1, Math.abs(slope)));
    }
  });
}
