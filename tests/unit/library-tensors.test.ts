/**
 * Tensors of other libraries, 16-bit floats and 64-bit integers where they are
 * no option: arguments, results, and lists of a few numbers. The options are
 * tried in `tests/fuzz/forms.test.ts`.
 */

import { load, tensor, toFloat32 } from 'posenc';
import { describe, expect, it } from 'vitest';
import { float16Of, halves } from '../support/forms.js';
import { thrown } from './thrown.js';

const pe = await load();
const values = Float32Array.from({ length: 8 }, (_, i) => (i - 3) / 8);
const own = tensor(values, [2, 4]);
const foreign = { data: values, dims: [2, 4], type: 'float32' };
const bits = halves('float16', values);
const half = { data: bits, dims: [2, 4], type: 'float16' };

describe('arguments', () => {
  it.each([foreign, half])('of addTo and concat: %o', (given) => {
    expect(pe.addTo(given, given)).toEqual(pe.addTo(own, own));
    expect(pe.concat(given, given)).toEqual(pe.concat(own, own));
  });

  it('of toFloat32 and tensor', () => {
    expect(toFloat32(half)).toEqual(values);
    const made = tensor(float16Of(bits), [2, 4]);
    expect(made).toEqual(tensor(bits, [2, 4], 'float16'));
    expect(made.data.buffer).toBe(bits.buffer);
  });

  it('of analyses', () => {
    const wanted = pe.analysis.gram(own);
    expect(pe.analysis.gram(foreign)).toEqual(wanted);
    expect(pe.analysis.gram(half)).toEqual(wanted);
  });

  it('terms of attention that are finished numbers', () => {
    const x = { q: values, k: values, heads: 1, headDim: 4 };
    const bias = halves('bfloat16', [1, 0.5, -2, 3]);
    const data = Float32Array.of(1, 0.5, -2, 3);
    const at = { dims: [1, 2, 2], type: 'bfloat16' };
    const got = pe.attention({ ...x, bias: { data: bias, ...at } });
    const wanted = pe.attention({ ...x, bias: tensor(data, [1, 2, 2]) });
    expect(got).toEqual(wanted);
  });

  it('gradients of a step, but not the table, which is changed', () => {
    const [a, b] = [values.slice(), values.slice()];
    pe.optimiser({ kind: 'sgd', lr: 0.5 }).step(a, own);
    pe.optimiser({ kind: 'sgd', lr: 0.5 }).step(b, half);
    expect(b).toEqual(a);
    const { step } = pe.optimiser({ kind: 'sgd', lr: 0.5 });
    expect(thrown(() => step(half as never, own))).toMatchObject({
      ...{ code: 'ERR_TYPE', param: 'table.type', value: 'float16' },
    });
  });
});

describe('results', () => {
  const spec = { length: 2, dim: 4 };

  it('go into a tensor of another library', () => {
    const out = { ...foreign, data: new Float32Array(8) };
    const made = pe.sinusoidal({ ...spec, out });
    expect(made).toEqual(pe.sinusoidal(spec));
    expect(made.data).toBe(out.data);
  });

  it('go into the bits of a Float16Array', () => {
    const memory = new Uint16Array(8);
    const out = float16Of(memory);
    const made = pe.sinusoidal({ ...spec, dtype: 'float16', out });
    expect(made).toEqual(pe.sinusoidal({ ...spec, dtype: 'float16' }));
    expect(memory).toEqual(made.data);
  });

  it('of turning a Float16Array in place again and again', () => {
    const rope = pe.rope({ headDim: 4 });
    const [memory, other] = [bits.slice(), bits.slice()];
    const [x, same] = [float16Of(memory), tensor(other, [2, 1, 4], 'float16')];
    for (let start = 0; start < 4; ++start) {
      rope.rotate(x, { heads: 1, start, dtype: 'float16', out: x });
      rope.rotate(same, { start, out: same });
      expect(memory).toEqual(other);
    }
  });
});

describe('64-bit integers', () => {
  it('in lists of a few numbers', () => {
    const sequenceStart = BigInt64Array.of(0n, 2n);
    expect(pe.positionIds({ sequenceStart, length: 3 } as never)).toEqual(
      Int32Array.of(0, 1, 2, 0, 0, 0),
    );
    const far = BigInt64Array.of(2n ** 53n + 1n);
    const run = () =>
      pe.positionIds({ sequenceStart: far, length: 3 } as never);
    expect(thrown(run)).toMatchObject({
      ...{ code: 'ERR_RANGE', param: 'sequenceStart[0]' },
      value: 2n ** 53n + 1n,
    });
  });

  it('in batches, as nested lists and tensors', () => {
    const wanted = Int32Array.of(1, 1, 2, 2, 3, 4);
    const data = BigInt64Array.of(1n, 1n, 31n, 7n, 5n, 9n);
    const tokens = { data, dims: [2, 3], type: 'int64' };
    expect(pe.positionIds({ tokens })).toEqual(wanted);
    const nested = [
      [1n, 1n, 31n],
      [7n, 5n, 9n],
    ];
    expect(pe.positionIds({ tokens: nested })).toEqual(wanted);
    const flags = [
      [false, false, true],
      [true, true, true],
    ];
    expect(pe.positionIds({ mask: flags })).toEqual(wanted);
  });

  it.each([
    [{ tokens: [[1, 2], [3]] }, 'tokens[1].shape'],
    [{ tokens: [[1, 2]], length: 1 }, 'tokens'],
    [
      { tokens: { data: Int32Array.of(1, 2), dims: [2, 1, 1], type: 'int32' } },
      'tokens',
    ],
    [
      { tokens: { data: Int32Array.of(1, 2), dims: [3], type: 'int32' } },
      'tokens.data.length',
    ],
  ])('%j is refused', (options, param) => {
    const run = () => pe.positionIds(options as never);
    expect(thrown(run)).toMatchObject({ code: 'ERR_SHAPE', param });
  });
});
