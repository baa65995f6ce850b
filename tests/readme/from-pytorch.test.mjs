// Each snippet of docs/from-pytorch.md stands here a second time, in JavaScript,
// in the order of its steps and with the rounding of its arrays: float32 as
// PyTorch has it, float64 as NumPy has it. What it gives is compared with the
// package, and with the numbers that the page shows.
import { load, tensor, toFloat32 } from 'posenc';
import { describe, expect, it } from 'vitest';
import { blocksOf } from './blocks.mjs';
import { textOf } from './pages.mjs';

const pe = await load();
const f32 = Math.fround;
const { cos, exp, floor, log, sin } = Math;

/** @param {number} n @returns {number[]} 0, 1, …, n - 1 */
const arange = (n) => Array.from({ length: n }, (_, i) => i);

/** @param {ArrayLike<number>} numbers as the page shows them */
const shown = (numbers) => Array.from(numbers, (x) => x.toFixed(4)).join(' ');

/**
 * A rounding to `bits` of a frequency below 1 and of its angle at position p
 * moves a sine by p · 2^-bits at most; the rest is the rounding of the sine.
 *
 * The float32 frequency is exp(x), x = ln w. The product x and its factor are
 * rounded, which moves w by 2|x| 2^-24; the results of `exp` and of p · w are
 * rounded, too. As w (1 + |ln w|) ≤ 1, that is p · 2^-23 at most.
 */
const float32Step = 2 ** -23;
/** The same in float64, with four times as much room for `pow` and `sin`. */
const float64Step = 2 ** -50;

/**
 * @param {(p: number, column: number) => number} snippet
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} table
 * @param {number} step @param {number} [start] position of the first row
 */
function expectTable(snippet, { data, shape }, step, start = 0) {
  const [rows = 0, dim = 0] = shape;
  for (const i of arange(rows)) {
    const p = start + i;
    let worst = 0;
    for (const k of arange(dim)) {
      const made = snippet(p, k);
      const difference = Math.abs(made - (data[i * dim + k] ?? Number.NaN));
      // NaN must not pass.
      worst = difference <= worst ? worst : difference;
    }
    expect(worst, `row ${i}`).toBeLessThanOrEqual((p + 1) * step);
  }
}

/**
 * @param {ArrayLike<number>} made @param {ArrayLike<number>} data
 * @param {(value: number) => number} tolerance
 */
function expectNear(made, data, tolerance) {
  const far = arange(made.length).filter((n) => {
    const [a = Number.NaN, b = Number.NaN] = [made[n], data[n]];
    return !(Math.abs(a - b) <= tolerance(a)); // NaN must not pass
  });
  expect(far).toEqual([]);
}

/** exp(arange(0, width, 2) * (-ln 10000 / width)), in float32 */
const divTerm = (/** @type {number} */ width) => {
  const factor = f32(-log(10000) / width);
  return arange(Math.ceil(width / 2)).map((k) => f32(exp(f32(2 * k * factor))));
};

/**
 * The table of the PyTorch tutorial, in float32.
 * @param {number} width
 * @returns {(p: number, column: number) => number}
 */
function tutorial(width) {
  const rates = divTerm(width);
  return (p, column) => {
    const angle = f32(p * (rates[floor(column / 2)] ?? Number.NaN));
    return f32(column % 2 ? cos(angle) : sin(angle));
  };
}

/**
 * The first four columns of a row.
 * @param {(p: number, column: number) => number} snippet @param {number} p
 */
const four = (snippet, p) => arange(4).map((k) => snippet(p, k));

// Rotations, of [rows, width] in one head.

/** @param {number} rows @param {number} width @param {number} [whole] */
function anglesOf(rows, width, whole = width) {
  const frequencies = arange(width / 2).map((k) =>
    f32(1 / f32(10000 ** f32((2 * k) / whole))),
  );
  return arange(rows).map((p) => frequencies.map((w) => f32(p * w)));
}

/** @typedef {(q: Float32Array, rows: number, angles: number[][]) => Float32Array} Turn */

/**
 * q * cos + rotate_half(q) * sin, of angles with a column for each component.
 * @param {number} minus -1, or 1 in the version without a minus
 * @param {(pair: number, half: number) => number} column of the angles that
 *   component `pair` of a head takes
 * @returns {Turn}
 */
const halves = (minus, column) => (q, rows, angles) => {
  const width = q.length / rows;
  const half = width / 2;
  return q.map((x, n) => {
    const [p, k] = [floor(n / width), n % width];
    const other = k < half ? minus * (q[n + half] ?? 0) : (q[n - half] ?? 0);
    const angle = angles[p]?.[column(k, half)] ?? Number.NaN;
    return f32(f32(x * f32(cos(angle))) + f32(other * f32(sin(angle))));
  });
};
const rotateHalf = halves(-1, (k, half) => k % half);

/** Components 2k and 2k + 1 as complex numbers. @type {Turn} */
const complex = (q, rows, angles) => {
  const width = q.length / rows;
  return q.map((_, n) => {
    const pair = n - (n % 2);
    const [re = 0, im = 0] = q.subarray(pair, pair + 2);
    const angle = angles[floor(n / width)]?.[(pair % width) / 2] ?? Number.NaN;
    const [c, s] = [f32(cos(angle)), f32(sin(angle))];
    return n % 2
      ? f32(f32(re * s) + f32(im * c))
      : f32(f32(re * c) - f32(im * s));
  });
};

/** The queries of the page: two heads of four rows of eight components. */
const q = Float32Array.from({ length: 64 }, (_, n) => n / 64);

/**
 * Turns the two heads of q and compares them with a rope. Below position 4, an
 * angle is wrong by 4 · 2^-24, and components are below 1: the sum of two
 * products is wrong by 2^-20 at most.
 * @param {Turn} turn @param {'half' | 'interleaved'} layout
 */
function expectTurned(turn, layout) {
  const angles = anglesOf(4, 8);
  const made = [q.subarray(0, 32), q.subarray(32)].map((head) =>
    turn(head, 4, angles),
  );
  const { data } = pe
    .rope({ headDim: 8, layout })
    .rotate(tensor(q, [1, 2, 4, 8]), { headsFirst: true });
  const all = made.flatMap((head) => [...head]);
  expectNear(all, data, () => 2 ** -20);
  return all.slice(24, 28);
}

/**
 * What `detectLayout` calls the mistake of wrong heads of 64 components.
 * @param {Turn} turn @param {number[][]} angles
 * @param {{ rotaryDim?: number, start?: number }} [meant]
 */
function mistakesOf(turn, angles, { rotaryDim = 64, start = 0 } = {}) {
  const rows = angles.length;
  const before = Float32Array.from({ length: rows * 64 }, (_, i) => sin(i * i));
  const after = before.slice();
  for (const row of arange(rows)) {
    const part = before.slice(row * 64, row * 64 + rotaryDim);
    after.set(turn(part, 1, [angles[row] ?? []]), row * 64);
  }
  const rope = pe.rope({ headDim: 64, rotaryDim });
  const options = { before, after, heads: 1, rope, start };
  const { verdict, best } = pe.detectLayout(options);
  expect(verdict).toBe('mistake');
  return best?.mistakes;
}

// Biases.

/** @param {number} heads @returns {number[]} */
function slopes(heads) {
  if ((heads & (heads - 1)) === 0) {
    return arange(heads).map((h) => 2 ** ((-8 * (h + 1)) / heads));
  }
  const below = 2 ** floor(Math.log2(heads));
  const between = slopes(2 * below).filter((_, h) => h % 2 === 0);
  return [...slopes(below), ...between.slice(0, heads - below)];
}

/** @param {(x: number) => number} rounded @returns {(distance: number) => number} */
const bucket = (rounded) => (distance) => {
  const [half, exact] = [16, 8];
  const n = Math.abs(distance);
  const share = f32(f32(log(f32(n / exact))) / f32(log(128 / exact)));
  const far = exact + rounded(f32(share * (half - exact)));
  return (n < exact ? n : Math.min(far, half - 1)) + (distance > 0 ? half : 0);
};
const keys = [-200, -64, -9, -8, -1, 0, 1, 8, 9, 64];

/**
 * Buckets of the package, which must be those of a snippet at all distances.
 * @param {(distance: number) => number} snippet
 */
function bucketsOf(snippet) {
  const all = arange(1001).map((n) => n - 500);
  const rows = (/** @type {number[]} */ keyPositions) =>
    Array.from(
      pe.relativeIndices({
        scheme: { type: 't5', buckets: 32, maxDistance: 128 },
        queryPositions: [0],
        keyPositions,
      }).data,
    );
  expect(rows(all)).toEqual(all.map(snippet));
  return rows(keys);
}

/**
 * @typedef {object} Snippet
 * @property {string} line stands in the Python: whoever changes it there has to
 *   look here
 * @property {() => ArrayLike<number> | string} [run] compares all numbers with
 *   the package, and gives those that the Python prints
 * @property {() => string} [call] what the call beside it prints, if not the same
 * @property {() => readonly string[] | undefined} [mistake] what `detectLayout`
 *   calls it
 */

/** By the titles of their sections. @type {Record<string, Snippet>} */
const snippets = {
  'The module of the PyTorch tutorial': {
    line: 'torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))',
    run() {
      const table = tutorial(512);
      expectTable(
        table,
        pe.sinusoidal({ length: 5000, dim: 512 }),
        float32Step,
      );
      return four(table, 3);
    },
  },
  'NumPy: an angle for each column': {
    line: 'place / np.power(10000, 2 * (column // 2) / width)',
    run() {
      /** @param {number} p @param {number} column */
      const table = (p, column) => {
        const angle = p / 10000 ** ((2 * floor(column / 2)) / 512);
        return column % 2 ? cos(angle) : sin(angle);
      };
      const ours = pe.sinusoidal({ length: 50, dim: 512, dtype: 'float64' });
      expectTable(table, ours, float64Step);
      return four(table, 3);
    },
  },
  'TensorFlow: sines, then cosines': {
    line: 'rates = 1 / 10000 ** (np.arange(half) / half)',
    run() {
      /** @param {number} p @param {number} column */
      const table = (p, column) => {
        const angle = p * (1 / 10000 ** ((column % 256) / 256));
        return column < 256 ? sin(angle) : cos(angle);
      };
      const blocks = { length: 50, dim: 512, layout: 'blocks' };
      const ours = pe.sinusoidal({
        ...blocks,
        layout: 'blocks',
        dtype: 'float64',
      });
      expectTable(table, ours, float64Step);
      return [0, 1, 256, 257].map((k) => table(3, k));
    },
  },
  'tensor2tensor, fairseq and Whisper: the last rate is 1/10000': {
    line: 'step = math.log(10000) / (half - 1)',
    run() {
      const step = f32(-log(10000) / 255);
      /** @param {number} p @param {number} column */
      const table = (p, column) => {
        const angle = f32(p * f32(exp(f32((column % 256) * step))));
        return f32(column < 256 ? sin(angle) : cos(angle));
      };
      for (const preset of /** @type {const} */ ([
        'whisper',
        'tensor2tensor',
      ])) {
        const ours = pe.sinusoidal({ length: 50, dim: 512, preset });
        expectTable(table, ours, float32Step);
      }
      const fairseq = pe.sinusoidal({
        length: 50,
        dim: 512,
        preset: 'fairseq',
      });
      expectTable(table, fairseq, float32Step, 2);
      return [0, 1, 256, 257].map((k) => table(3, k));
    },
  },
  'A 2 too many in the exponent': {
    line: 'rate = 10000 ** (-2 * i / 16)',
    run() {
      /** @param {number} p @param {number} column */
      const table = (p, column) => {
        const i = column - (column % 2);
        const angle = p * 10000 ** ((-2 * i) / 16);
        return f32(column % 2 ? cos(angle) : sin(angle));
      };
      const ours = pe.sinusoidal({ length: 50, dim: 16, base: 1e8 });
      expectTable(table, ours, float32Step);
      return four(table, 3);
    },
  },
  'Sine and cosine of two angles': {
    line: 'torch.cos(place / 10000 ** ((i + 1) / 16))',
    run() {
      /** @param {number} p @param {number} i */
      const table = (p, i) => {
        const angle = f32(p / f32(10000 ** (i / 16)));
        return f32(i % 2 ? cos(angle) : sin(angle));
      };
      const numbers = arange(64 * 16).map((n) => table(floor(n / 16), n % 16));
      const wrong = tensor(Float32Array.from(numbers), [64, 16]);
      const right = pe.sinusoidal({ length: 64, dim: 16 });
      expect(pe.analysis.toeplitz(wrong).residual).toBeGreaterThan(0.1);
      expect(pe.analysis.toeplitz(right).residual).toBeLessThan(1e-6);
      return four(table, 3);
    },
    call: () => '0.167 0.000',
  },
  'An odd width': {
    line: 'torch.cos(angle[:, : width // 2])',
    run() {
      const table = tutorial(5);
      expectTable(table, pe.sinusoidal({ length: 50, dim: 5 }), float32Step);
      return arange(5).map((k) => table(3, k));
    },
  },
  'Positions from 1': {
    line: 'place = torch.arange(1, 50 + 1).unsqueeze(1)',
    run() {
      const table = tutorial(512);
      const ours = pe.sinusoidal({ length: 50, start: 1, dim: 512 });
      expectTable(table, ours, float32Step, 1);
      return four(table, 1);
    },
  },
  'Rows that go to the batch': {
    line: 'y = x + module.table[: x.size(0)]',
    run() {
      // [batch, rows, width] + [batch, 1, width]: row b for all of sequence b.
      const table = tutorial(512);
      /** @param {number} batch @param {number} _row @param {number} k */
      const wrong = (batch, _row, k) => table(batch, k);
      const { data } = pe.addTo(
        new Float32Array(2 * 3 * 512),
        pe.sinusoidal({ length: 3, dim: 512 }),
      );
      const right = arange(2 * 3 * 512).map((n) =>
        table(floor(n / 512) % 3, n % 512),
      );
      expectNear(right, data, () => 3 * float32Step);
      return arange(4).map((k) => wrong(1, 2, k));
    },
    call: () => shown(four(tutorial(512), 2)),
  },
  'The root of the width, after the sum': {
    line: 'right = embedding * math.sqrt(16) + table[:4]',
    run() {
      const table = tutorial(16);
      const right = arange(64).map((n) =>
        f32(0.25 * 4 + table(floor(n / 16), n % 16)),
      );
      const { data } = pe.addTo(
        new Float32Array(64).fill(0.25),
        pe.sinusoidal({ length: 4, dim: 16 }),
        { embeddingScale: 'rootDim' },
      );
      // Rows below 4, and the rounding of a sum below 2.
      expectNear(right, data, () => 5 * float32Step);
      return right.slice(48, 52);
    },
  },
  'A fixed table as a parameter': {
    line: 'torch.optim.SGD([table], lr=0.1).step()',
    run() {
      const table = tutorial(16);
      const trained = arange(64).map((n) =>
        f32(table(floor(n / 16), n % 16) - f32(0.1)),
      );
      const ours = pe.sinusoidal({ length: 4, dim: 16 });
      const gradient = new Float32Array(64).fill(1);
      pe.optimiser({ kind: 'sgd', lr: 0.1 }).step(ours, gradient);
      expectNear(trained, ours.data, () => 5 * float32Step);
      return trained.slice(0, 4);
    },
  },
  'Positions in bfloat16': {
    line: 'place = torch.arange(300).to(torch.bfloat16)',
    run() {
      // Whole numbers from 256 to 512 are rounded to even ones, halves to those
      // that 4 divides.
      const place = arange(300).map((p) => {
        if (p < 256 || p % 2 === 0) return p;
        return (p - 1) % 4 === 0 ? p - 1 : p + 1;
      });
      const rows = pe.sinusoidal({ length: 300, dim: 512, dtype: 'bfloat16' });
      const exact = pe.sinusoidal({ length: 300, dim: 512 });
      const values = toFloat32(rows);
      const half = 2 ** -9; // of the distance of two bfloat16 below 1
      expectNear(exact.data, values, () => half);
      return place.slice(256, 260).join(' ');
    },
    call() {
      const options = { positions: [256, 257], dim: 4 };
      const rows = pe.sinusoidal({ ...options, dtype: 'bfloat16' });
      const values = toFloat32(rows);
      return `${values[0]} ${values[4]}`;
    },
  },
  'rotate_half, as in transformers': {
    line: 'torch.cat((-back, front), dim=-1)',
    run: () => expectTurned(rotateHalf, 'half'),
  },
  "Complex numbers, as in Llama's own code": {
    line: 'torch.polar(torch.ones_like(angle), angle)',
    run: () => expectTurned(complex, 'interleaved'),
  },
  'Weights of the other layout': {
    line: 'torch.view_as_real(pairs * freqs_cis).flatten(-2)',
    mistake() {
      return mistakesOf(complex, anglesOf(8, 64));
    },
  },
  'Halves with a table of neighbours': {
    line: 'cos = angle.cos().repeat_interleave(2, dim=-1)',
    mistake() {
      const turn = halves(-1, (k) => floor(k / 2));
      return mistakesOf(turn, anglesOf(8, 64));
    },
  },
  'No minus': {
    line: 'torch.cat((back, front), dim=-1) * sin',
    mistake() {
      const turn = halves(1, (k, half) => k % half);
      return mistakesOf(turn, anglesOf(8, 64));
    },
  },
  'The exponent of the whole head': {
    line: '(torch.arange(0, 16, 2).float() / 64)',
    mistake() {
      const angles = anglesOf(8, 16, 64);
      return mistakesOf(rotateHalf, angles, { rotaryDim: 16 });
    },
  },
  'Positions that begin anew': {
    line: 'torch.outer(torch.arange(q.size(-2)).float(), inv_freq)',
    mistake() {
      return mistakesOf(rotateHalf, anglesOf(8, 64), { start: 20 });
    },
  },
  'Slopes of ALiBi': {
    line: 'slopes(below) + slopes(2 * below)[0::2][: heads - below]',
    run() {
      for (const heads of [1, 2, 8, 12, 20, 32, 40, 112]) {
        const { data } = pe.alibi({ heads, queries: 6 });
        const made = slopes(heads).flatMap((slope) =>
          arange(36).map((n) => -f32(slope) * Math.abs(floor(n / 6) - (n % 6))),
        );
        // The slope and the product are each rounded once.
        expectNear(made, data, (value) => Math.abs(value) * float32Step);
      }
      return [0, 7, 8, 11].map((h) => -f32(slopes(12)[h] ?? 0) * 3);
    },
  },
  'The formula of a power of two, for 12 heads': {
    line: '[2 ** (-8 * (h + 1) / 12) for h in range(12)]',
    run() {
      const wrong = arange(12).map((h) => 2 ** ((-8 * (h + 1)) / 12));
      const { data } = pe.alibiSlopes({ heads: 12 });
      expect(Array.from(data)).toEqual(slopes(12).map(f32));
      return wrong.slice(0, 4);
    },
    call: () => shown(slopes(12).slice(0, 4)),
  },
  'Buckets of T5': {
    line: 'far.clamp(max=half - 1)',
    run() {
      const rows = bucketsOf(bucket(Math.trunc));
      return rows.join(' ');
    },
  },
  'Buckets that are rounded up': {
    line: 'exact + torch.ceil(share * (half - exact)).long()',
    run: () => keys.map(bucket(Math.ceil)).join(' '),
  },
  'The sign of the distance': {
    line: 'print(bucket(0 - keys))',
    run: () => keys.map((r) => bucket(Math.trunc)(-r)).join(' '),
  },
};

/** The page by the titles of its sections that show Python. */
const sections = new Map(
  textOf('docs/from-pytorch.md')
    .split(/^###? /m)
    .filter((text) => text.includes('```python'))
    .map((text) => {
      const [title = ''] = text.split('\n', 1);
      /** @param {string} wanted */
      const code = (wanted) =>
        blocksOf(text)
          .filter(({ language }) => language === wanted)
          .map((block) => block.code)
          .join('\n');
      return [title, { text, python: code('python'), call: code('js') }];
    }),
);

const none = { text: '', python: '', call: '' };

it('each snippet of the page is here, and none besides', () => {
  expect(Object.keys(snippets)).toEqual([...sections.keys()]);
});

describe.each(Object.entries(snippets))('%s', (title, snippet) => {
  const { text, python, call } = sections.get(title) ?? none;

  it('gives the numbers that the page and the package give', () => {
    expect(python).toContain(snippet.line);
    if (!snippet.run) return;
    const made = snippet.run();
    const printed = typeof made === 'string' ? made : shown(made);
    expect(python).toContain(`# ${printed}\n`);
    const answer = snippet.call?.() ?? printed;
    if (call) expect(call).toContain(`// ${answer}\n`);
  });

  it('is right and has a call, or its mistake is named', () => {
    const right = text.includes('The code is right');
    if (right) expect(call).toContain('pe.');
    expect(text.includes('**The mistake**')).toBe(!right);
    const found = snippet.mistake?.();
    if (found) expect(text).toContain(`**The mistake**: \`${found}\``);
  });
});
