// What the pages of questions say in numbers is what the package computes, asked here
// directly.

import { load, type Posenc } from 'posenc';
import { methods } from 'posenc/descriptions';
import { beforeAll, describe, expect, it } from 'vitest';
import { questions } from '../start/questions.js';
import { wordsOf } from './words/index.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

/** All that a page says, with plain spaces. */
function textOf(name: keyof typeof wordsOf): string {
  const { answer, paragraphs } = wordsOf[name];
  return [answer, ...paragraphs].join('\n').replace(/[\u00a0\u202f]/g, ' ');
}

/** A whole number with spaces between its thousands. */
const whole = (value: number): string =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ');

const signed = (value: number, digits: number): string =>
  value.toFixed(digits).replace('-', '−');

const degrees = (angle: number): string => `${whole((angle * 180) / Math.PI)}°`;

/** Radians a word of each hand of the first Transformer. */
const speeds = (): number[] =>
  Array.from({ length: 256 }, (_, i) => 10000 ** ((-2 * i) / 512));

it('is short, and of three paragraphs', () => {
  for (const { name } of questions) {
    const { answer, paragraphs } = wordsOf[name];
    expect(answer.length).toBeLessThan(180);
    for (const text of paragraphs) {
      expect(text.split(/\s+/).length).toBeLessThan(110);
    }
  }
});

it('adds or concatenates by the numbers of the experiment', () => {
  const said = textOf('add-or-concatenate');
  const found = (dim: number) => {
    const embeddings = pe.learned({ length: 32, dim, std: 1, seed: 2 });
    const table = pe.sinusoidal({ length: 32, dim });
    return pe.analysis.sumOrConcat({ embeddings, table });
  };
  const [narrow, wide] = [found(2), found(512)];
  expect(said).toContain(
    `typically overlap by ${narrow.cosine.rms.toFixed(2)}`,
  );
  expect(said).toContain(`only ${wide.cosine.rms.toFixed(2)} in common`);
  const { sum, concat } = wide.effectiveRank;
  expect(said).toContain(`finds ${sum.toFixed(1)} independent directions`);
  expect(said).toContain(`and ${concat.toFixed(1)} when`);
  const few = narrow.effectiveRank;
  expect(said).toContain(
    `At width 2 it is ${few.sum.toFixed(1)} against ${few.concat.toFixed(1)}`,
  );
});

it('tells how fast the hands of the first Transformer are', () => {
  const turns = speeds().map((speed) => (2 * Math.PI) / speed);
  const table = pe.sinusoidal({ positions: [1], dim: 512, dtype: 'float64' });
  // The formula of this test is that of the package.
  speeds().forEach((speed, i) => {
    expect(table.data[2 * i]).toBeCloseTo(Math.sin(speed), 12);
  });
  const said = textOf('each-dimension');
  expect(said).toContain(`round after ${turns[0]?.toFixed(1)} words`);
  expect(said).toContain(`needs ${whole(turns[255] ?? 0)}.`);
  expect(said).toContain(`factor, ${(10000 ** (2 / 512)).toFixed(3)}`);
  const slow = turns.filter((turn) => turn > 512).length;
  expect(said).toContain(`${slow} of the 256 hands`);
  expect(textOf('low-dimensions')).toContain(
    `needs ${whole(turns[255] ?? 0)} words`,
  );
});

it('tells how alike rows of sines are, with cosines and without', () => {
  const said = textOf('sine-and-cosine');
  const sine = pe.sinusoidal({ positions: [22], dim: 2 }).data;
  expect(said).toContain(`${signed(sine[0] ?? 0, 3)} at position 22`);
  expect(said).toContain(`1 and ${signed(sine[1] ?? 0, 3)}.`);
  const table = pe.sinusoidal({ length: 64, dim: 16, base: 256 });
  const both = pe.analysis.distanceCurve(table);
  const alone = pe.analysis.distanceCurve({
    data: table.data.filter((_, i) => i % 2 === 0),
    shape: [64, 8],
  });
  const at = (curve: ArrayLike<number>) => signed((curve[22] ?? 0) / 8, 2);
  expect(at(both.min)).toBe(at(both.max));
  expect(said).toContain(`similarity ${at(both.min)} wherever`);
  expect(said).toContain(`between ${at(alone.min)} and ${at(alone.max)}`);
});

it('counts the weights of the table of GPT-2, which ends', () => {
  const said = textOf('gpt-without-sines');
  const config = {
    model_type: 'gpt2',
    n_positions: 1024,
    n_embd: 768,
    n_head: 12,
  };
  expect(() =>
    pe.learned({
      positions: [1024],
      dim: 768,
      preset: 'gpt2',
      tableLength: 1024,
    }),
  ).toThrow(RangeError);
  expect(said).toContain(
    `table of ${whole(config.n_positions)} rows with ${config.n_embd} numbers each, ` +
      `${whole(config.n_positions * config.n_embd)} weights`,
  );
  expect(said).toContain(`no row ${whole(config.n_positions)}`);
  const rows = pe.sinusoidal({ start: 512, length: 2, dim: 768 });
  const alike = pe.analysis.gram(rows, { normalise: true }).data[1] ?? 0;
  expect(said).toContain(`alike by ${alike.toFixed(2)}`);
  const drawn = pe.learned({
    ...{ positions: [512, 513], dim: 768, preset: 'gpt2', tableLength: 1024 },
  });
  const strangers = pe.analysis.gram(drawn, { normalise: true }).data[1] ?? 1;
  expect(Math.abs(strangers)).toBeLessThan(0.15);
});

it('tells what two orders of columns do to products of rows', () => {
  const said = textOf('order-of-columns');
  const row = (position: number, layout: 'interleaved' | 'blocks') =>
    pe.sinusoidal({ positions: [position], dim: 16, base: 256, layout }).data;
  const product = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) / 8;
  const all = (
    one: 'interleaved' | 'blocks',
    other: 'interleaved' | 'blocks',
  ) =>
    Array.from({ length: 12 }, (_, i) =>
      product(row(i, one), row(i + 4, other)),
    );
  const same = [
    ...all('interleaved', 'interleaved'),
    ...all('blocks', 'blocks'),
  ];
  expect(new Set(same.map((value) => value.toFixed(2))).size).toBe(1);
  expect(said).toContain(`alike by ${same[0]?.toFixed(2)} everywhere`);
  const mixed = all('interleaved', 'blocks');
  const [least, most] = [Math.min(...mixed), Math.max(...mixed)];
  expect(said).toContain(
    `between ${least.toFixed(2)} and ${most.toFixed(2)}, by place`,
  );
});

describe('of longer texts', () => {
  const own = () => Array.from(pe.rope({ headDim: 128 }).frequencies);
  const under = (type: 'linear' | 'ntk' | 'yarn') =>
    Array.from(
      pe.rope({
        headDim: 128,
        scaling:
          type === 'yarn'
            ? { type, factor: 4, originalMaxPosition: 4096 }
            : { type, factor: 4 },
      }).frequencies,
    );
  const circle = 2 * Math.PI;

  it('tells what each cure does to the hands', () => {
    const said = textOf('longer-context');
    const before = own();
    const slowest = before.at(-1) ?? 0;
    const part = before.filter((speed) => speed * 4096 < circle).length;
    expect(said).toContain(`${part} never did`);
    expect(said).toContain(`came to ${degrees(slowest * 4096)}`);
    expect(said).toContain(`come to ${degrees(slowest * 16384)}`);
    expect(said).toContain(`were ${degrees(before[0] ?? 0)} apart`);
    expect(said).toContain(`are ${degrees(under('linear')[0] ?? 0)} apart`);
    const ntk = under('ntk');
    const met = ntk.filter(
      (speed, i) =>
        Math.min(speed * 16384, circle) >
        Math.min((before[i] ?? 0) * 4096, circle) + 1e-9,
    ).length;
    expect(said).toContain(`and ${met} hands between them`);
    // The slowest of 64 speeds is base^(-126/128).
    const base = (1 / (ntk.at(-1) ?? 1)) ** (128 / 126);
    expect(said).toContain(`10 000 to ${whole(base)}`);
    const slower = under('yarn').map((speed, i) => (before[i] ?? 0) / speed);
    const kept = slower.filter((times) => times < 1 + 1e-9).length;
    const full = slower.filter((times) => times > 4 - 1e-6).length;
    expect(said).toContain(`the ${kept} fastest hands`);
    expect(said).toContain(`the ${full} slowest four times`);
    expect(said).toContain(`the ${64 - kept - full} between`);
    // YaRN multiplies cosines and sines by 0.1 ln 4 + 1, so scores by its square.
    expect(said).toContain(
      `factor of ${((0.1 * Math.log(4) + 1) ** 2).toFixed(2)}`,
    );
  });

  it('counts the hands that meet new angles without a cure', () => {
    const said = textOf('rope-beyond-training');
    const before = own();
    const slowest = before.at(-1) ?? 0;
    const part = before.filter((speed) => speed * 4096 < circle).length;
    expect(said).toContain(`${64 - part} of 64 hands go round`);
    expect(said).toContain(`${part} have not`);
    expect(said).toContain(`stands at ${degrees(slowest * 8192)}`);
    expect(said).toContain(`where ${degrees(slowest * 4096)} was the most`);
  });
});

it('tells which columns are fast', () => {
  const said = textOf('low-dimensions');
  const step = pe.sinusoidal({ positions: [1], dim: 16, base: 256 }).data;
  const [first, last] = [0, 7].map(
    (i) => (Math.atan2(step[2 * i] ?? 0, step[2 * i + 1] ?? 1) * 180) / Math.PI,
  );
  expect(said).toContain(
    `turns by ${first?.toFixed(0)}° a word and the last by ${last?.toFixed(1)}°`,
  );
});

it('refers to papers under the titles that the package has for them', () => {
  const known = new Map<string, string>(
    Object.values(methods).flatMap(({ paper }) =>
      paper?.arxiv
        ? [[`https://arxiv.org/abs/${paper.arxiv}`, paper.title] as const]
        : [],
    ),
  );
  for (const { name } of questions) {
    const { href, title, year } = wordsOf[name].reference;
    expect(href).toMatch(/^https:\/\//);
    expect(year).toBeGreaterThan(2016);
    const own = known.get(href);
    if (own !== undefined) expect(title).toBe(own);
  }
});
