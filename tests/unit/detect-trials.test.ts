/**
 * Detectors on random schedules and tables, of all dtypes and of few rows and
 * many: a found spec must make the numbers again, and be the right one.
 */

import { load, type RopeSpec, toFloat32 } from 'posenc';
import { expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { seedFor, times } from '../support/sample.mjs';
import {
  cacheMade,
  frequenciesMade,
  type Made,
  ROUND,
  type Rounding,
  randomOf,
  sinesMade,
  yarnFactor,
} from './detect-made.js';

const pe = await load();

/** How trials ended. */
interface Shares {
  found: number;
  ambiguous: number;
  unknown: number;
  wrong: number;
}

const none = (): Shares => ({ found: 0, ambiguous: 0, unknown: 0, wrong: 0 });

const DTYPES = ['float64', 'float32', 'float16', 'bfloat16'] as const;
const THETAS = [10000, 500000, 1000000, 150000, 5000000];
const LENGTHS = [2048, 4096, 8192, 32768, 131072];

type Random = ReturnType<typeof randomOf>;

/**
 * The most unknown ones of some trials, of which a share may be. The few of a usual run may have five
 * standard deviations more: of every day's samples, one would fail otherwise.
 */
const mostUnknown = (count: number, share: number): number =>
  share * count + times(5, 0) * Math.sqrt(share * (1 - share) * count);

/** A base: usual, round or any. */
const thetaOf = ({ next, pick }: Random) =>
  pick([
    pick(THETAS),
    Number((10 ** (3 + 5 * next())).toPrecision(2)),
    Math.round(10 ** (3 + 4 * next())),
  ]);

/** A schedule of these frequencies; one that changes nothing is none. */
function scalingOf(random: Random, theta: number, pairs: number): Made {
  const scaling = anyScaling(random);
  const plain = frequenciesMade(theta, pairs);
  const made = frequenciesMade(theta, pairs, scaling);
  const changed = made.some((w, k) => w !== plain[k]);
  return changed ? scaling : { type: 'default' };
}

function anyScaling({ pick }: Random): Made {
  const factor = pick([2, 4, 8, 16, 32]);
  const originalMaxPosition = pick(LENGTHS);
  return pick<Made>([
    { type: 'default' },
    { type: 'linear', factor },
    { type: 'llama3', factor, originalMaxPosition },
    { type: 'yarn', factor, originalMaxPosition },
  ]);
}

const PAIRS = [16, 32, 48, 64, 128];

/** Positions of first rows. */
const STARTS = [0, 0, 1, 7, 1000];

/** First positions at which an unusual base is not known well enough. */
const FAR = [50000, 300000];

/** Relative difference of numbers that are the same but for their rounding. */
const CLOSE: Readonly<Record<Rounding, number>> = {
  float64: 1e-9,
  float32: 4e-6,
  float16: 2 ** -9,
  bfloat16: 2 ** -6,
};

const near = (a: number, b: number, most: number) =>
  Math.abs(a - b) <= most * Math.abs(b);

/** Whether a spec has the base and schedule of a trial, up to rounding. */
function isRight(
  spec: object,
  theta: number,
  scaling: Made,
  most: number,
): boolean {
  const { theta: base = 10000, scaling: own = { type: 'default' } } =
    spec as RopeSpec;
  const { type } = own as { type: string };
  if (type !== scaling.type || !near(base, theta, most)) return false;
  return Object.entries(scaling).every(([name, value]) =>
    typeof value === 'number'
      ? near(Reflect.get(own, name), value, most)
      : Reflect.get(own, name) === value,
  );
}

function tell(name: string, shares: Shares, count: number): void {
  const percent = (n: number) => `${((100 * n) / count).toFixed(1)} %`;
  const words = Object.entries(shares).map(
    ([word, n]) => `${word} ${percent(n)}`,
  );
  if (process.env.POSENC_DEEP === '1') {
    process.stdout.write(`${name}, ${count} trials: ${words.join(', ')}\n`);
  }
}

it('frequencies of random schedules', { timeout: 600_000 }, () => {
  const random = randomOf(seedFor('schedules'));
  const count = times(150, 4000);
  const all = none();
  for (const dtype of DTYPES) {
    const shares = none();
    for (let i = 0; i < count / 4; ++i) {
      const theta = thetaOf(random);
      const pairs = random.pick(PAIRS);
      const scaling = scalingOf(random, theta, pairs);
      const made = frequenciesMade(theta, pairs, scaling);
      const frequencies = Float64Array.from(made, ROUND[dtype]);
      const { verdict, spec } = pe.detectSchedule({ frequencies });
      if (verdict !== 'found') ++shares[verdict];
      else {
        const most = { float64: 1e-4, float32: 1e-4, float16: 0.01 };
        const allowed = most[dtype as 'float16'] ?? 0.1;
        const right = isRight(spec as object, theta, scaling, allowed);
        ++shares[right ? 'found' : 'wrong'];
        const again = pe.make(spec as RopeSpec).frequencies;
        for (const [k, w] of made.entries()) {
          const tiny = dtype === 'float16' ? 2 ** -24 : 0;
          const error = Math.abs((again[k] as number) - w);
          expect(error).toBeLessThanOrEqual(CLOSE[dtype] * w + tiny);
        }
      }
    }
    tell(`frequencies of ${dtype}`, shares, count / 4);
    for (const word of Object.keys(all) as (keyof Shares)[]) {
      all[word] += shares[word];
    }
    if (!dtype.endsWith('16')) {
      expect(shares.found / (count / 4)).toBeGreaterThan(0.8);
    }
  }
  tell('frequencies', all, count);
  expect(all.wrong).toBe(0);
  expect(all.unknown).toBeLessThanOrEqual(mostUnknown(count, 0.04));
});

it('caches of random schedules', { timeout: 600_000 }, () => {
  const random = randomOf(seedFor('caches'));
  const { pick } = random;
  const count = times(80, 2000);
  const shares = none();
  for (let i = 0; i < count; ++i) {
    const dtype = pick(DTYPES);
    const [theta, pairs] = [thetaOf(random), pick([...PAIRS, ...PAIRS, 2, 4])];
    // So few pairs are explained by several schedules.
    const few = pairs < 16;
    const scaling: Made = few
      ? { type: 'default' }
      : scalingOf(random, theta, pairs);
    const frequencies = frequenciesMade(theta, pairs, scaling);
    const own = scaling.type === 'yarn' ? yarnFactor(scaling.factor) : 1;
    const factor = pick([1, own]);
    const order = pick([
      ...(['hf', 'repeated', 'ort', 'flashinfer', 'ggml', 'pairs'] as const),
    ]);
    const length = pick([1, 2, 8, 64, 512, 2048]);
    // Few rows that begin elsewhere are those of no base that is tried.
    const starts = THETAS.includes(theta) ? [...STARTS, ...FAR] : STARTS;
    const start = length < 64 ? 0 : pick(starts);
    const cache = { frequencies, order, length, start, dtype, factor };
    const given = cacheMade(cache);
    const told = pick([{ start }, {}]);
    const { verdict, spec } = pe.detectSchedule({ ...given, ...told });
    if (verdict !== 'found') ++shares[verdict];
    else {
      // YaRN without its factor of cosines and sines says so.
      const right =
        isRight(spec as object, theta, scaling, 0.05) &&
        (Reflect.get(spec as object, 'start') ?? 0) === start;
      ++shares[right ? 'found' : 'wrong'];
      const made = pe.make(spec as never) as object;
      for (const [name, table] of Object.entries(given)) {
        const numbers = toFloat32(Reflect.get(made, name));
        const most = { float64: 1e-6, float32: 2e-3, float16: 4e-3 };
        const allowed = most[dtype as 'float16'] ?? 0.02;
        const far = numbers.findIndex(
          (x, at) => !(Math.abs(x - (table.data[at] as number)) <= allowed),
        );
        expect(far).toBe(-1);
      }
    }
  }
  tell('caches', shares, count);
  expect(shares.wrong).toBe(0);
  expect(shares.unknown).toBeLessThanOrEqual(mostUnknown(count, 0.04));
});

/** Schedules that are near to each other. */
function relatives({ pick }: Random): readonly Made[] {
  const factor = pick([3, 4, 8, 32]);
  const originalMaxPosition = pick(LENGTHS);
  const yarn = { type: 'yarn', factor, originalMaxPosition } as const;
  const llama = { type: 'llama3', factor, originalMaxPosition } as const;
  return pick<readonly Made[]>([
    [yarn, { ...yarn, truncate: false }, { ...yarn, betaFast: 16 }],
    [llama, { ...llama, highFreqFactor: 8 }, { ...llama, highFreqFactor: 2 }],
    [0.25, 0.5, 0.75].map((share) => ({ type: 'proportional', share })),
    [
      { type: 'ntk', factor },
      { type: 'ntk', factor, form: 'fixed' },
    ],
    [yarn, { ...yarn, factor: 2 * factor }, { type: 'linear', factor }],
  ]);
}

it('engines beside the rope that was expected', { timeout: 600_000 }, () => {
  const random = randomOf(seedFor('expected'));
  const { pick } = random;
  const count = times(60, 1000);
  let [same, other, unknown] = [0, 0, 0];
  for (let i = 0; i < count; ++i) {
    const family = relatives(random);
    const [engine, scaling] = [pick(family), pick(family)];
    const [theta, pairs] = [pick(THETAS), pick(PAIRS)];
    const frequencies = frequenciesMade(theta, pairs, engine);
    const wanted = frequenciesMade(theta, pairs, scaling);
    const rope = {
      method: 'rope',
      headDim: 2 * pairs,
      theta,
      scaling,
    } as const;
    const factor = engine.type === 'yarn' ? yarnFactor(engine.factor) : 1;
    const cache = {
      frequencies,
      factor,
      order: 'ort',
      length: 600,
      dtype: pick(['float64', 'float32'] as const),
    } as const;
    const given = pick([{ frequencies }, cacheMade(cache)]);
    const { verdict, mistakes, candidates } = pe.detectSchedule({
      ...{ ...given, rope },
    });
    const words = JSON.stringify({ theta, pairs, engine, scaling });
    const right = candidates.some((one) => one.fits && !one.mistakes.length);
    // Frequencies of numbers that cannot be told apart have the same rounding.
    const far = frequencies.some((w, k) => !near(w, wanted[k] ?? 0, 1e-4));
    expect(right, words).toBe(!far);
    if (verdict === 'found') expect(mistakes.length > 0, words).toBe(far);
    if (verdict === 'unknown') ++unknown;
    else if (far) ++other;
    else ++same;
  }
  const words = `same ${same}, other ${other}, unknown ${unknown}`;
  if (process.env.POSENC_DEEP === '1') {
    process.stdout.write(`expected, ${count} trials: ${words}\n`);
  }
  expect(unknown / count).toBeLessThanOrEqual(0.2);
});

it('random sinusoidal tables', { timeout: 600_000 }, () => {
  const random = randomOf(seedFor('tables'));
  const { next, pick } = random;
  const count = times(100, 2000);
  const shares = none();
  for (let i = 0; i < count; ++i) {
    const dtype = pick(DTYPES);
    const [dim, length] = [
      pick([8, 15, 32, 64, 101, 256]),
      pick([2, 8, 50, 512]),
    ];
    const blocks = next() < 0.5;
    const base = pick([10000, 10000, 1000, 500, 100000, 1e6, 2.5e4]);
    const shift = next() < 0.3 ? 1 : 0;
    const start =
      length < 50 ? pick([0, 1, 2, 100]) : pick([...STARTS, ...FAR]);
    const scale = pick([1, 1, 0.5, Math.sqrt(dim), 1 / Math.sqrt(dim), 3]);
    const sines = { dim, length, blocks, base, shift, start, scale, dtype };
    const table = sinesMade(sines);
    // Some have a row of zeros for padding.
    const padding = length < 50 ? -1 : pick([-1, -1, 0, 1]);
    if (padding >= 0) table.data.fill(0, padding * dim, (padding + 1) * dim);
    const told = pick([{ start }, {}]);
    const { verdict, spec, mistakes } = pe.detectTable({ table, ...told });
    if (verdict !== 'found') ++shares[verdict];
    else {
      const {
        base: own = 10000,
        shift: moved = 0,
        start: first = 0,
      } = spec as object as Record<string, number>;
      const right = near(own, base, 0.02) && moved === shift && first === start;
      if ('start' in told) expect(mistakes).not.toContain('start');
      ++shares[right ? 'found' : 'wrong'];
      const numbers = toFloat32(pe.make(spec as never) as never);
      const most = { float64: 1e-5, float32: 1e-3, float16: 4e-3 };
      const allowed = scale * (most[dtype as 'float16'] ?? 0.02);
      const far = numbers.findIndex(
        (x, at) => !(Math.abs(x - (table.data[at] as number)) <= allowed),
      );
      expect(far, JSON.stringify({ sines, spec })).toBe(-1);
    }
  }
  tell('tables', shares, count);
  expect(shares.wrong).toBe(0);
  expect(shares.unknown).toBeLessThanOrEqual(mostUnknown(count, 0.03));
});

it('noise is never found', () => {
  for (let i = 0; i < times(20, 500); ++i) {
    const data = noise(64 * 32, i + 1);
    const table = { data, shape: [64, 32], dtype: 'float32' } as const;
    expect(pe.detectTable({ table }).verdict).toBe('unknown');
    expect(pe.detectSchedule({ cache: table }).verdict).toBe('unknown');
    const frequencies = data.slice(0, 32).map(Math.abs);
    expect(pe.detectSchedule({ frequencies }).verdict).toBe('unknown');
  }
});
