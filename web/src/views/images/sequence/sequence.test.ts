// The positions of sequences against published cases and the package, and what is
// said of them against slow counts.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { idsOf, partWords, readToken, sequenceWords } from './ids.js';
import { callOf, modelNames, type Sequence } from './models.js';
import { readParts, writeParts } from './parts.js';
import { writeSequence } from './program.js';
import { runsOf, tokenWords } from './tokens.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

const first: Omit<Sequence, 'parts'> = {
  ...{ model: 'qwen2', program: 'vllm', seconds: 1, stamp: 3 },
};
const sequenceOf = (text: string, own: Partial<Sequence> = {}): Sequence => ({
  ...{ ...first, parts: readParts(text) },
  ...own,
});

/** The numbers of a published case: an item of its batch, without padding. */
function published(name: string, item: number) {
  const at = (end: string) =>
    fileURLToPath(
      new URL(
        `../../../../../tests/golden/data/${name}.${end}`,
        import.meta.url,
      ),
    );
  const { tensors } = JSON.parse(readFileSync(at('json'), 'utf8'));
  const { buffer, byteOffset } = readFileSync(at('bin'));
  const numbersOf = (tensor: string): { data: Int32Array; shape: number[] } => {
    const { shape, offset } = tensors.find(
      (one: { name: string }) => one.name === tensor,
    );
    const count = shape.reduce((a: number, b: number) => a * b, 1);
    const bytes = buffer.slice(
      byteOffset + offset,
      byteOffset + offset + 4 * count,
    );
    return { data: new Int32Array(bytes), shape };
  };
  const { data, shape } = numbersOf('position_ids');
  const [, batch = 0, length = 0] = shape;
  const mask = numbersOf('attention_mask').data;
  return [0, 1, 2].map((axis) =>
    [
      ...data.subarray((axis * batch + item) * length).subarray(0, length),
    ].filter((_, i) => mask[item * length + i] === 1),
  );
}

describe('published positions', () => {
  it.each([
    ['t3_i2x3_t5_v3x2x2_t3', 1, 0],
    ['t4_v2x2x1_t2', 2.5, 1],
  ])('of Qwen2.5-VL, %s with %d seconds', (text, seconds, item) => {
    const own = { model: 'qwen2.5', program: 'transformers', seconds } as const;
    const wanted = published('positions5_qwen25vl_video', item);
    expect(idsOf(pe, sequenceOf(text, own)).axes).toEqual(wanted);
  });

  it.each([
    ['t3_i2x3_t5_v3x2x2_t3', 0],
    ['t4_v2x2x1_t2', 1],
  ])('of Qwen2-VL, %s', (text, item) => {
    const wanted = published('positions5_qwen2vl_mixed', item);
    const own = { program: 'transformers' } as const;
    expect(idsOf(pe, sequenceOf(text, own)).axes).toEqual(wanted);
  });

  it.each([
    ['t1_v3x2x2_t4_i1x3_t2', 0],
    ['t1_i2x2_t5', 1],
  ])('of Qwen3-VL, %s', (text, item) => {
    const wanted = published('positions5_qwen3vl_mixed', item);
    for (const program of ['vllm', 'transformers'] as const) {
      const own = { model: 'qwen3', program } as const;
      expect(idsOf(pe, sequenceOf(text, own)).axes).toEqual(wanted);
    }
  });
});

describe('odd sequences', () => {
  const axes = (text: string, own: Partial<Sequence> = {}) =>
    idsOf(pe, sequenceOf(text, own)).axes;

  it('an image comes first', () => {
    expect(axes('i2x2_t2')).toEqual([
      [0, 0, 0, 0, 2, 3],
      [0, 0, 1, 1, 2, 3],
      [0, 1, 0, 1, 2, 3],
    ]);
  });

  it('two images follow each other', () => {
    expect(axes('i1x2_i2x1')).toEqual([
      [0, 0, 2, 2],
      [0, 0, 2, 3],
      [0, 1, 2, 2],
    ]);
  });

  it('a video of one frame is an image, but for its time stamp', () => {
    for (const model of ['qwen2', 'qwen2.5'] as const) {
      expect(axes('t2_v1x2x2_t1', { model })).toEqual(
        axes('t2_i2x2_t1', { model }),
      );
    }
    expect(axes('t2_v1x2x2_t1', { model: 'qwen3' })).toEqual(
      axes('t5_i2x2_t1'),
    );
  });

  it('a long video: the text stands behind it, or beside its end', () => {
    const text = 'v5x1x2_t1';
    expect(axes(text).map((axis) => axis.at(-1))).toEqual([5, 5, 5]);
    const program = 'transformers' as const;
    const later = axes(text, { program });
    expect(later.map((axis) => axis.at(-1))).toEqual([2, 2, 2]);
    // Half a second a frame: 1 of time, which transformers 5 cuts to none.
    const half = { model: 'qwen2.5', seconds: 0.5 } as const;
    expect(axes(text, half)[0]).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
    expect(axes(text, { ...half, program })[0]?.slice(0, 10)).toEqual(
      Array(10).fill(0),
    );
  });

  it('a text of no tokens counts nothing', () => {
    expect(axes('t0_i1x1_t1')).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
  });
});

describe('what is refused', () => {
  it.each([
    ['', {}, 'parts', /1 to 24 parts, got 0/],
    [Array(25).fill('t1').join('_'), {}, 'parts', /got 25/],
    ['t0', {}, 'parts', /1 to 8192 tokens in all, got 0/],
    ['t4_i200x200', {}, 'parts', /got 40004/],
    ['t-1', {}, 'parts[0].tokens', /integer ≥ 0, got -1/],
    ['t4_i0x3', {}, 'parts[1].rows', /integer ≥ 1, got 0/],
    ['i2x', {}, 'parts[0].columns', /got NaN/],
    ['v2.5x1x1', {}, 'parts[0].frames', /got 2.5/],
    ['v2x1xmany', {}, 'parts[0].columns', /got NaN/],
    ['v2x1x1', { model: 'qwen2.5', seconds: -1 }, 'seconds', /0 to 3600/],
    ['v2x1x1', { model: 'qwen2.5', seconds: Number.NaN }, 'seconds', /NaN/],
    ['v2x1x1', { model: 'qwen3', stamp: 0.5 }, 'stamp', /0 to 64/],
    [
      'v900x1x1',
      { model: 'qwen3', stamp: 60 },
      'parts',
      /with the time stamps, got 54900/,
    ],
  ] as const)('%s %j, at %s', (text, own, param, message) => {
    const refused = () => idsOf(pe, sequenceOf(text, own));
    expect(refused).toThrow(message);
    expect(refused).toThrow(expect.objectContaining({ param }));
  });

  it('is not what no part needs', () => {
    const own = { seconds: Number.NaN, stamp: -1 };
    for (const model of modelNames) {
      const { axes } = idsOf(pe, sequenceOf('t2_i1x1', { ...own, model }));
      expect(axes[0]).toEqual([0, 1, 2]);
    }
  });
});

it('the address has all sizes, even wrong ones', () => {
  for (const text of ['t4_i4x6_v3x2x2', 'i2x', 'vx1x', 't', 'v2.5x1x1']) {
    expect(writeParts(readParts(text))).toBe(text);
  }
  // What is no part of a sequence is one without a size.
  expect(readParts('?_9')).toEqual([
    { kind: 'text', sizes: [Number.NaN] },
    { kind: 'text', sizes: [9] },
  ]);
});

describe('words', () => {
  const text = 't4_i2x3_v2x1x2_t3';

  it.each(modelNames)('name each token of %s, and its positions', (model) => {
    const sequence = sequenceOf(text, { model });
    const ids = idsOf(pe, sequence);
    const runs = runsOf(sequence);
    const stamp = model === 'qwen3' ? 3 : 0;
    const names: string[] = [];
    for (let i = 1; i <= 4; i++) names.push(`${i} of 4 in text 1`);
    for (const row of [0, 1]) {
      for (const column of [0, 1, 2]) {
        names.push(`row ${row}, column ${column} of image 1`);
      }
    }
    for (const frame of [0, 1]) {
      for (let i = 1; i <= stamp; i++) {
        names.push(`${i} of 3 in the time stamp of frame ${frame} of video 1`);
      }
      for (const column of [0, 1]) {
        names.push(`row 0, column ${column} in frame ${frame} of video 1`);
      }
    }
    for (let i = 1; i <= 3; i++) names.push(`${i} of 3 in text 2`);
    const { positions } = pe.mropePositions(callOf(sequence));
    expect(names.length).toBe(positions.shape[1]);
    names.forEach((name, token) => {
      expect(tokenWords(runs, token)).toBe(name);
      const [t, y, x] = [0, 1, 2].map(
        (axis) => positions.data[axis * names.length + token],
      );
      const place =
        t === y && y === x
          ? `${t} in time, height and width`
          : `time ${t}, height ${y}, width ${x}`;
      expect(readToken(ids, runs, token)).toBe(
        `Token ${token}, ${name}: ${place}.`,
      );
    });
    expect(tokenWords(runs, names.length)).toBe('');
  });

  it('say what each part takes', () => {
    const sequence = sequenceOf(text);
    const ids = idsOf(pe, sequence);
    const told = sequence.parts.map((_, i) =>
      partWords(ids, runsOf(sequence), i),
    );
    expect(told).toEqual([
      '4 tokens · positions 0 to 3',
      '6 tokens · time 4 · height 4 to 5 · width 4 to 6',
      '4 tokens · time 7 to 8 · height 7 · width 7 to 8',
      '3 tokens · positions 9 to 11',
    ]);
    const empty = sequenceOf('t0_t1');
    const its = idsOf(pe, empty);
    expect(partWords(its, runsOf(empty), 0)).toBe('no tokens');
    expect(partWords(its, runsOf(empty), 1)).toBe('1 token · positions 0');
  });

  it('say where the next token stands', () => {
    const said = (given: string, own = {}) =>
      sequenceWords(idsOf(pe, sequenceOf(given, own)));
    expect(said(text)).toBe(
      '17 tokens, and the next one stands at position 12 on all axes, not at 17.',
    );
    expect(said('t5')).toBe(
      '5 tokens take as many positions: the next one stands at 5.',
    );
    // What the model generates next: index plus delta.
    for (const model of modelNames) {
      for (const program of ['vllm', 'transformers'] as const) {
        const sequence = sequenceOf('t2_v6x2x2_i1x3', { model, program });
        const { positions, delta } = pe.mropePositions(callOf(sequence));
        const count = positions.shape[1];
        const words = sequenceWords(idsOf(pe, sequence));
        expect(words).toContain(`at position ${count + delta} `);
        expect(Math.max(...positions.data) + 1).toBe(count + delta);
      }
    }
  });
});

it.each(modelNames)('the program gives the positions of %s', (model) => {
  const sequence = sequenceOf('t2_i2x2_v3x1x2_t1', {
    model,
    program: 'transformers',
  });
  const code = writeSequence(sequence).replace(
    /^import.*$|^const pe = await load\(\);$/gm,
    '',
  );
  const found = new Function('pe', `${code}\nreturn [time, height, width];`)(
    pe,
  );
  const { axes } = idsOf(pe, sequence);
  expect(found.map((axis: Int32Array) => [...axis])).toEqual(axes);
});
