/** Numbers of an engine beside the rope that was expected of it. */

import {
  type DetectScheduleOptions,
  load,
  type RopeOptions,
  type RopeSpec,
  tensor,
} from 'posenc';
import { describe, expect, it } from 'vitest';
import { type Engine, rotateAll } from '../support/engine.js';
import { noise } from '../support/noise.mjs';
import {
  cacheMade,
  frequenciesMade,
  type Made,
  yarnFactor,
} from './detect-made.js';

const pe = await load();

const detect = (options: DetectScheduleOptions) => pe.detectSchedule(options);

const yarn = { type: 'yarn', factor: 32, originalMaxPosition: 4096 } as const;
const llama = { type: 'llama3', factor: 8, originalMaxPosition: 8192 } as const;
const ntk = { type: 'ntk', factor: 4 } as const;

describe('a schedule with other numbers is a mistake', () => {
  const uncut = { ...yarn, truncate: false } as const;
  const slow = { ...yarn, factor: 4, originalMaxPosition: 40960 } as const;
  it.each<[string, number, number, Made, Made, readonly string[]]>([
    ['ends of whole pairs', 150000, 32, yarn, uncut, ['scaling']],
    ['ends between pairs', 150000, 32, uncut, yarn, ['scaling']],
    [
      'another betaFast',
      ...([1e6, 64, yarn, { ...yarn, betaFast: 16 }, ['scaling']] as const),
    ],
    [
      'more turns',
      ...([5e5, 64, { ...llama, highFreqFactor: 8 }, llama] as const),
      ['scaling'],
    ],
    [
      'fewer turns',
      ...([5e5, 64, { ...llama, highFreqFactor: 2 }, llama] as const),
      ['scaling'],
    ],
    [
      'another share',
      ...([1e4, 64, { type: 'proportional', share: 0.5 }] as const),
      ...([{ type: 'proportional', share: 0.25 }, ['scaling']] as const),
    ],
    [
      'another form',
      ...([1e4, 64, { ...ntk, form: 'fixed' }, ntk, ['scaling']] as const),
    ],
    // Several lengths make these frequencies: the one that was expected is none.
    ['a rare factor', 1e6, 64, { ...slow, factor: 3 }, slow, ['factor']],
  ])('%s', (_, theta, pairs, engine, scaling, mistakes) => {
    const rope = {
      method: 'rope',
      headDim: 2 * pairs,
      theta,
      scaling,
    } as const;
    const frequencies = frequenciesMade(theta, pairs, engine);
    const factor = engine.type === 'yarn' ? yarnFactor(engine.factor) : 1;
    const made = { order: 'ort', length: 600, frequencies, factor } as const;
    for (const given of [{ frequencies }, cacheMade(made)]) {
      const report = detect({ ...given, rope });
      expect(report).toMatchObject({ verdict: 'found', mistakes });
      const { frequencies: again } = pe.rope({
        ...{
          headDim: 2 * pairs,
          theta: Reflect.get(report.spec ?? {}, 'theta'),
        },
        scaling: Reflect.get(report.spec ?? {}, 'scaling'),
      });
      const wrong = frequencies.map((w, k) => Math.abs((again[k] ?? 0) - w));
      expect(wrong.every((x, k) => x <= 1e-5 * (frequencies[k] ?? 0))).toBe(
        true,
      );
    }
  });

  it('but not a factor of cosines and sines that was expected', () => {
    const scaling = { ...yarn, attentionFactor: 1 } as const;
    const rope = { method: 'rope', headDim: 64, theta: 1e6, scaling } as const;
    const other = { ...yarn, factor: 3 } as const;
    const frequencies = frequenciesMade(1e6, 32, other);
    const cache = cacheMade({ frequencies, order: 'ort', length: 600 });
    expect(detect({ ...cache, rope }).mistakes).toEqual(['factor']);
  });
});

/** Heads before and after what an engine does. */
function turned(headDim: number, engine: Engine, start = 0) {
  const before = noise(40 * 2 * headDim, headDim);
  const positions = Array.from({ length: 40 }, (_, i) => start + i);
  const after = rotateAll(before, { heads: 2, headDim }, positions, engine);
  const shape = [40, 2, headDim];
  return {
    before: tensor(before, shape),
    after: tensor(Float32Array.from(after), shape),
  };
}

describe('heads of a model are as expected', () => {
  const deepSeek = { layout: 'interleaved', outLayout: 'half' } as const;
  it.each<[string, number, Partial<RopeOptions>]>([
    ['Phi-2', 80, { rotaryDim: 32 }],
    ['Phi-4 mini', 128, { rotaryDim: 96 }],
    ['DeepSeek V3', 192, { rotaryDim: 64, rotaryStart: 128, ...deepSeek }],
    ['MiniCPM3', 96, { rotaryDim: 32, rotaryStart: 64 }],
    ['the turned part of Kimi K2', 64, deepSeek],
    ['no model', 128, { rotaryDim: 52, rotaryStart: 20 }],
    ['one pair', 16, { rotaryDim: 2, layout: 'interleaved' }],
  ])('%s', (_, headDim, options) => {
    const engine = { layout: 'half', ...options } as Engine;
    const heads = turned(headDim, engine);
    const rope = { method: 'rope', headDim, ...options } as const;
    const report = detect({ ...heads, rope });
    expect(report).toMatchObject({ verdict: 'found', mistakes: [] });
    const again = pe.make(report.spec as RopeSpec);
    const { data } = again.rotate(heads.before);
    const most = data.reduce(
      (most, x, i) => Math.max(most, Math.abs(x - (heads.after.data[i] ?? 0))),
      0,
    );
    expect(most).toBeLessThan(1e-5);
  });

  it.each<[string, Partial<RopeOptions>, Partial<RopeOptions>, string]>([
    [
      'the wrong end',
      { rotaryDim: 64, rotaryStart: 64 },
      { rotaryDim: 64 },
      'rotaryStart',
    ],
    [
      'the first end',
      { rotaryDim: 64 },
      { rotaryDim: 64, rotaryStart: 64 },
      'rotaryStart',
    ],
    [
      'the layout that is written',
      { layout: 'interleaved' },
      deepSeek,
      'layout',
    ],
    ['both layouts', {}, deepSeek, 'layout'],
  ])('but not with %s', (_, engine, options, mistake) => {
    const heads = turned(128, { layout: 'half', ...engine } as Engine);
    const rope = { method: 'rope', headDim: 128, ...options } as const;
    const { verdict, spec, mistakes } = detect({ ...heads, rope });
    expect([verdict, mistakes]).toEqual(['found', [mistake]]);
    expect(spec).toMatchObject(engine);
    for (const name of ['rotaryStart', 'outLayout']) {
      if (name in engine) continue;
      expect(Reflect.get(spec ?? {}, name)).toBeUndefined();
    }
  });

  it('without a rope, as DeepSeek turns them', () => {
    const engine = { rotaryDim: 64, rotaryStart: 128, ...deepSeek } as const;
    expect(detect(turned(192, engine))).toMatchObject({
      ...{ verdict: 'found', spec: engine, mistakes: [] },
    });
  });
});

it.each([
  [150000, 32, yarn],
  [1e6, 64, { type: 'yarn', factor: 4, originalMaxPosition: 32768 }],
] as const)(
  'float64 tables with a factor, of base %i',
  (theta, pairs, scaling) => {
    const frequencies = frequenciesMade(theta, pairs, scaling);
    const factor = yarnFactor(scaling.factor);
    for (const length of [64, 4096]) {
      const given = cacheMade({
        ...{ frequencies, order: 'hf', length, factor, dtype: 'float64' },
      });
      const rope = {
        method: 'rope',
        headDim: 2 * pairs,
        theta,
        scaling,
      } as const;
      expect(detect({ ...given, rope })).toMatchObject({
        ...{ verdict: 'found', mistakes: [] },
      });
      const { verdict, candidates } = detect(given);
      expect(verdict).not.toBe('unknown');
      expect(candidates[0]?.residual).toBeLessThan(1e-13);
    }
  },
);

describe('schedules of a length', () => {
  const lists = {
    type: 'longrope',
    originalMaxPosition: 4096,
    attentionFactor: 1.2,
    shortFactor: Array.from({ length: 16 }, (_, k) => 1 + k / 100),
    longFactor: Array.from({ length: 16 }, (_, k) => 1 + k),
  } as const;
  const rope = { method: 'rope', headDim: 32, scaling: lists } as const;
  const plain = frequenciesMade(1e4, 16);
  const made = (list: readonly number[]) =>
    plain.map((w, k) => w / (list[k] as number));

  it('either list of LongRoPE is right if no length was said', () => {
    for (const list of [lists.shortFactor, lists.longFactor]) {
      const frequencies = made(list);
      expect(detect({ frequencies, rope })).toMatchObject({
        ...{ verdict: 'found', mistakes: [] },
      });
      const long = { ...rope, contextLength: 8192 };
      const { mistakes } = detect({ frequencies, rope: long });
      const right = list === lists.longFactor;
      expect(mistakes).toEqual(right ? [] : ['contextLength']);
    }
  });

  it('a dynamic schedule is that of the length of the table', () => {
    // Hugging Face: the base grows with the length of the sequence.
    const [factor, maxPosition, length] = [2, 1024, 4096];
    const growth = (factor * length) / maxPosition - (factor - 1);
    const frequencies = frequenciesMade(1e4 * growth ** (16 / 15), 16);
    const cache = cacheMade({ frequencies, order: 'ort', length });
    const scaling = { type: 'dynamic', factor, maxPosition } as const;
    const spec = { method: 'rope', headDim: 32, scaling } as const;
    expect(detect({ ...cache, rope: spec })).toMatchObject({
      ...{ verdict: 'found', mistakes: [], spec: { contextLength: length } },
    });
    const short = { ...spec, contextLength: 1024 };
    expect(detect({ ...cache, rope: short }).mistakes).toEqual([
      'contextLength',
    ]);
  });
});
