/** Which keys a query sees: each mask, and all together. */

import { type AttentionOptions, load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();
const [queries, keys, heads, headDim] = [3, 5, 2, 4];
const q = noise(2 * queries * heads * headDim, 1);
const k = noise(2 * keys * heads * headDim, 2);
const sizes = { heads, headDim };

/** A line of # and . for each query, of one head of one item. */
function seen(options: AttentionOptions, head = 0, item = 0): string {
  const batch = options.batch ?? 1;
  const { scores, weights } = pe.attention({
    ...{ q: q.subarray(0, batch * queries * heads * headDim) },
    ...{ k: k.subarray(0, batch * keys * heads * headDim) },
    ...sizes,
    ...options,
  });
  const lines = Array.from({ length: queries }, (_, i) => {
    const from = ((item * heads + head) * queries + i) * keys;
    const row = scores.data.subarray(from, from + keys);
    return Array.from(row, (score, j) => {
      const masked = score === -Infinity;
      expect(weights.data[from + j] === 0).toBe(masked);
      return masked ? '.' : '#';
    }).join('');
  });
  return lines.join(' ');
}

it.each<[string, AttentionOptions, string]>([
  ['nothing', {}, '##### ##### #####'],
  ['causal', { causal: true }, '###.. ####. #####'],
  ['a window', { window: [1, 1] }, '.###. ..### ...##'],
  ['a causal window', { causal: true, window: [1, 9] }, '.##.. ..##. ...##'],
  [
    'a prefix',
    { causal: true, window: [0, 0], prefix: 2 },
    '###.. ##.#. ##..#',
  ],
  [
    'positions in another order',
    { causal: true, keyPositions: [4, 3, 2, 1, 0], queryPositions: [0, 2, 9] },
    '....# ..### #####',
  ],
  [
    'documents',
    { documents: [1, 1, 2], keyDocuments: [1, 2, 1, 2, 7] },
    '#.#.. #.#.. .#.#.',
  ],
  ['padding', { keyMask: [0, 1, 1, 1, 0] }, '.###. .###. .###.'],
  [
    'padding as booleans',
    { keyMask: [false, true, true, true, false] },
    '.###. .###. .###.',
  ],
  [
    'a mask of booleans',
    {
      mask: [
        [true, true, false, true, true],
        [false, false, false, false, true],
        [true, true, true, true, true],
      ],
    },
    '##.## ....# #####',
  ],
  [
    'a mask and padding',
    {
      keyMask: [0, 1, 1, 1, 1],
      mask: [1, 0, 1].map((on) => Array(5).fill(on)),
    },
    '.#### ..... .####',
  ],
  [
    'documents that are packed causally',
    { causal: true, documents: [5, 5, 6], keyDocuments: [4, 4, 5, 5, 6] },
    '..#.. ..##. ....#',
  ],
])('%s', (_, options, expected) => {
  expect(seen(options)).toBe(expected);
});

it('a mask for each head, and one for each item', () => {
  const mask = new Uint8Array(heads * queries * keys).fill(1);
  mask.fill(0, queries * keys + 5, queries * keys + 8);
  const shape = [heads, queries, keys];
  const each = { mask: { data: mask, shape } };
  expect(seen(each, 0)).toBe('##### ##### #####');
  expect(seen(each, 1)).toBe('##### ...## #####');
  const items = { batch: 2, mask: { data: mask, shape: [2, queries, keys] } };
  expect(seen(items, 1, 0)).toBe('##### ##### #####');
  expect(seen(items, 1, 1)).toBe('##### ...## #####');
});

it('documents and padding for each item', () => {
  const options = {
    batch: 2,
    keyMask: [1, 1, 1, 1, 0, 0, 1, 1, 1, 1],
    documents: [
      [0, 0, 1],
      [1, 1, 1],
    ],
    keyDocuments: [0, 1, 0, 1, 0],
  };
  const keyMask = [options.keyMask.slice(0, 5), options.keyMask.slice(5)];
  expect(seen({ ...options, keyMask }, 1, 0)).toBe('#.#.. #.#.. .#.#.');
  expect(seen({ ...options, keyMask }, 0, 1)).toBe('.#.#. .#.#. .#.#.');
});

it('a mask of -Infinity can be a bias', () => {
  const data = Float32Array.from({ length: queries * keys }, (_, n) =>
    n % keys > 2 ? -Infinity : 0,
  );
  const bias = tensor(data, [1, queries, keys]);
  expect(seen({ bias })).toBe('###.. ###.. ###..');
});

describe('masks that do not fit', () => {
  it.each<[string, object, string, string]>([
    ['few documents', { documents: [1] }, 'ERR_SHAPE', 'documents'],
    [
      'no documents of keys',
      { documents: [1, 1, 1] },
      'ERR_MISSING',
      'keyDocuments',
    ],
    [
      'no documents',
      { keyDocuments: [1, 1, 1, 1, 1] },
      'ERR_MISSING',
      'documents',
    ],
    ['a mark of 2', { keyMask: [1, 1, 2, 1, 1] }, 'ERR_RANGE', 'keyMask[2]'],
    ['a turned mask', { mask: Array(5).fill([1, 1, 1]) }, 'ERR_SHAPE', 'mask'],
    ['one side', { window: [3] }, 'ERR_SHAPE', 'window.length'],
    ['a negative side', { window: [3, -1] }, 'ERR_RANGE', 'window[1]'],
  ])('%s', (_, options, code, param) => {
    const run = () => seen(options as AttentionOptions);
    expect(thrown(run)).toMatchObject({ code, param });
  });
});
