/**
 * Arguments whose getters free or move the memory of other arguments: a call
 * reads all arguments before it uses any.
 */

import { create, type Posenc, type TensorLike } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

/** A tensor that runs `spring` when its data are read. */
function trap(shape: number[], spring: () => void): TensorLike<'float32'> {
  const data = new Float32Array(shape.reduce((a, b) => a * b, 1));
  return {
    dtype: 'float32',
    shape,
    get data() {
      spring();
      return data;
    },
  };
}

const SHAPE = [2, 1, 8];
const ones = () => new Float32Array(16).fill(1);

/** Calls that read a tensor first and run the trap later. */
const calls: [
  string,
  (pe: Posenc, first: TensorLike<'float32'>, spring: () => void) => unknown,
][] = [
  [
    'cosSin',
    (pe, cos, spring) =>
      pe.rope({ headDim: 16 }).cosSin({
        length: 2,
        out: {
          cos: { ...view(cos), shape: [2, 8] },
          sin: trap([2, 8], spring),
        },
      }),
  ],
  [
    'rotate, out',
    (pe, x, spring) =>
      pe.rope({ headDim: 8 }).rotate(view(x), { out: trap(SHAPE, spring) }),
  ],
  [
    'rotate, positions',
    (pe, x, spring) => {
      const positions = Object.defineProperty([0, 1], 0, {
        get: () => {
          spring();
          return 0;
        },
      });
      return pe.rope({ headDim: 8 }).rotate(view(x), { positions });
    },
  ],
  [
    'attention, k',
    (pe, q, spring) => pe.attention({ q: view(q), k: trap(SHAPE, spring) }),
  ],
  [
    'attention, v',
    (pe, q, spring) =>
      pe.attention({ q: view(q), k: ones(), v: trap(SHAPE, spring) }),
  ],
];

/** The members of a tensor, read now. */
function view({ data, shape, dtype }: TensorLike<'float32'>) {
  return { data, shape, dtype };
}

describe.each(calls)('%s', (_, run) => {
  it('a tensor disposed in the middle', async () => {
    const pe = await create();
    const first = pe.resident({ shape: SHAPE, data: ones() });
    let other: TensorLike<'float32'> | undefined;
    const error = thrown(() =>
      run(pe, first, () => {
        first.dispose();
        other ??= pe.resident({ shape: SHAPE, data: ones() });
      }),
    );
    expect(error).toMatchObject({ code: 'ERR_DISPOSED' });
    // It probably got the memory of the first tensor.
    expect(other?.data).toEqual(ones());
  });

  it('a buffer transferred in the middle', async () => {
    const pe = await create();
    const data = ones();
    const first = { data, shape: SHAPE, dtype: 'float32' as const };
    const error = thrown(() =>
      run(pe, first, () => {
        if (data.length > 0) {
          structuredClone(data, { transfer: [data.buffer] });
        }
      }),
    );
    expect(error).toMatchObject({ code: 'ERR_DETACHED' });
  });

  it('a memory that grows in the middle', async () => {
    const pe = await create();
    const first = pe.resident({ shape: SHAPE, data: ones() });
    const error = thrown(() =>
      run(pe, first, () => {
        pe.resident({ shape: [2 ** 24] });
      }),
    );
    expect(error).toMatchObject({ code: 'ERR_DETACHED' });
    expect(error.message).toContain('before the memory grew');
    expect(first.data).toEqual(ones());
  });
});

it('a tensor made from a view that is detached while it is made', async () => {
  const pe = await create();
  const small = pe.resident({ shape: [2 ** 22] });
  small.data.fill(3);
  const before = pe.heapBytes;
  const copies = [];
  while (pe.heapBytes === before) {
    copies.push(pe.resident({ shape: [2 ** 22], data: small.data }));
  }
  for (const { data } of copies) expect(data.every((x) => x === 3)).toBe(true);
});

it('a view of a disposed tensor is refused', async () => {
  const pe = await create();
  const gone = pe.resident({ shape: SHAPE });
  const { data } = gone;
  expect(gone.disposed).toBe(false);
  gone.dispose();
  expect(gone.disposed).toBe(true);
  const error = thrown(() =>
    pe.rope({ headDim: 8 }).rotate(data, { heads: 1 }),
  );
  expect(error.code).toBe('ERR_DISPOSED');
  expect(error.message).toBe(
    'rope.rotate: x is a view of a resident tensor after its dispose()',
  );
});
