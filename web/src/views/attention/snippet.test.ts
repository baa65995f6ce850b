// The calls that other languages have programs for are the parts of attention.

import { type AttentionResult, load, tensor } from 'posenc';
import { expect, it } from 'vitest';
import { writePython } from '../../methods/python/write.js';
import { callsOf } from './snippet.js';
import { readState } from './state/state.js';

const pe = await load();

/** Different numbers from 0 to 1. */
function numbers(...shape: number[]) {
  const count = shape.reduce((product, size) => product * size, 1);
  const data = Float32Array.from({ length: count }, (_, i) => (i * 37) % 101);
  return tensor(
    data.map((value) => value / 101),
    shape,
  );
}

const [heads, headDim, words] = [2, 6, ['the', 'dog', 'bites']];

it.each([
  ['shaw', { keyTable: numbers(4, headDim) }, 'left=2&b.relative.right=1'],
  [
    'transformerXL',
    {
      positionWeight: numbers(heads * headDim, 8),
      contentBias: numbers(heads, headDim),
      positionBias: numbers(heads, headDim),
    },
    'dim=8&b.relative.clampLength=2',
  ],
  [
    'deberta',
    {
      table: numbers(8, 5),
      keyWeight: numbers(heads * headDim, 5),
      queryWeight: numbers(heads * headDim, 5),
    },
    'maxRelativePositions=4',
  ],
  [
    'tupe',
    {
      table: numbers(12, 5),
      keyWeight: numbers(heads * headDim, 5),
      queryWeight: numbers(heads * headDim, 5),
    },
    'normEpsilon=0.001',
  ],
  ['cope', { table: numbers(9, headDim) }, 'causal=true'],
] as const)('%s: the call has the terms of attention', (name, arrays, own) => {
  const query = `heads=2&headDim=6&start=5&b.relative.method=${name}&b.relative.${own}`;
  const state = readState(new URLSearchParams(query));
  const [call] = callsOf(pe, { ...state, a: {} }, words).filter(
    ({ spec }) => spec.method === name,
  );
  const [q, k] = [numbers(3, heads, headDim), numbers(3, heads, headDim)];
  const given = { shaw: { q }, tupe: {} }[name as string] ?? { q, k };
  const alone = pe.make({ ...call?.spec, ...arrays, ...given } as never);
  const relative = { ...state.b.relative, ...arrays };
  const places = { queryStart: 5, keyStart: 5 };
  const attention = (more: object) =>
    pe.attention({
      ...{ q, k, heads, headDim, ...places, ...more },
    } as never) as AttentionResult;
  const [without, within] = [attention({}), attention({ relative })];
  const { data } = alone as never as { data: Float32Array };
  expect(data.some((value) => Math.abs(value) > 0.1)).toBe(true);
  const divisor = { deberta: 3, tupe: 2 }[name as string] ?? 1;
  for (const [i, value] of data.entries()) {
    const content = Number(without.scores.data[i]) / Math.sqrt(divisor);
    const added = Number(within.scores.data[i]) - content;
    expect(Math.abs(added - value)).toBeLessThan(2 ** -17);
  }
  expect(writePython(call?.spec ?? { method: '' })).toEqual({
    code: expect.stringContaining(`/ math.sqrt(${6 * divisor})`),
  });
});
