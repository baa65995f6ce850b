/** The memory of resident tensors is freed, however they end. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { create } from 'posenc/compat';
import { describe, expect, it } from 'vitest';

const MIB = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe.each([{ simd: true }, { simd: false }])('simd: $simd', ({ simd }) => {
  it('dispose gives the memory back, twice does no harm', async () => {
    const pe = await create({ simd });
    const shape = [MIB];
    pe.resident({ shape }).dispose();
    const { heapBytes } = pe;
    for (let i = 0; i < 200; ++i) {
      const resident = pe.resident({ shape });
      resident.data[0] = i;
      resident.dispose();
      resident.dispose();
    }
    expect(pe.heapBytes).toBe(heapBytes);
  });

  it('using is dispose', async () => {
    const pe = await create({ simd });
    const { heapBytes } = pe;
    for (let i = 0; i < 200; ++i) {
      const resident = pe.resident({ shape: [MIB] });
      resident[Symbol.dispose]();
    }
    expect(pe.heapBytes - heapBytes).toBeLessThan(9 * MIB);
  });

  it('a disposed tensor is refused, and takes no other with it', async () => {
    const pe = await create({ simd });
    const gone = pe.resident({ shape: [2, 4] });
    gone.dispose();
    const other = pe.resident({
      shape: [2, 4],
      data: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8),
    });
    const rope = pe.rope({ headDim: 4 });
    for (const run of [
      () => gone.data,
      () => rope.rotate(gone),
      () => rope.rotate(other, { out: gone }),
      () => pe.sinusoidal({ length: 2, dim: 4, out: gone }),
      () => pe.attention({ q: gone, k: other, heads: 1, headDim: 4 }),
    ]) {
      expect(run).toThrow(
        expect.objectContaining({
          code: 'ERR_DISPOSED',
          name: 'PosencTypeError',
        }),
      );
    }
    gone.dispose();
    expect(Array.from(other.data)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('data is valid after the memory has grown', async () => {
    const pe = await create({ simd });
    const small = pe.resident({
      shape: [4],
      data: Float32Array.of(1, 2, 3, 4),
    });
    const before = small.data;
    const large = pe.resident({ shape: [64 * MIB] });
    expect(before.length).toBe(0);
    expect(Array.from(small.data)).toEqual([1, 2, 3, 4]);
    large.dispose();
    small.dispose();
  });

  it('a view keeps its tensor from being forgotten', async () => {
    const pe = await create({ simd });
    const view = (() => pe.resident({ shape: [1000] }).data)();
    view.fill(7);
    for (let round = 0; round < 5; ++round) {
      collectGarbage();
      await new Promise((resolve) => setTimeout(resolve, 20));
      // It would take the memory of the one that was freed.
      pe.resident({ shape: [1000] });
    }
    expect(view.every((value) => value === 7)).toBe(true);
  });

  it('what is forgotten is freed with the garbage', async () => {
    const pe = await create({ simd });
    const forget = () => {
      for (let i = 0; i < 20; ++i) pe.resident({ shape: [MIB] });
    };
    forget();
    const { heapBytes } = pe;
    for (let round = 0; round < 10; ++round) {
      collectGarbage();
      // Finalizers run after the current turn.
      await new Promise((resolve) => setTimeout(resolve, 20));
      forget();
    }
    // Without the finaliser ten rounds would take eleven times as much.
    expect(pe.heapBytes).toBeLessThan(3 * heapBytes);
  });
});
