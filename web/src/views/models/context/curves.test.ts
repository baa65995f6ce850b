// Schedules over each other, against their papers' formulas, angles that are counted,
// and the package called directly.

import { extend, type Layer, readModel } from 'posenc/models';
import { load, type Rotary } from 'posenc/rotary';
import { beforeAll, describe, expect, it } from 'vitest';
import { computeSpans } from '../../../figures/spans/spans.js';
import type { Spec } from '../../../state/spec.js';
import { type Reading, reachOf, readConfig } from '../reading.js';
import { allRead, numbersIn, readingNamed } from '../testing.js';
import { firstTraining, isOfPictures } from '../waves/waves.js';
import { offerOf, refusedBy } from './context.js';
import { curveCode } from './curve-code.js';
import { type Drawing, lookOf, scoreLook } from './curve-looks.js';
import {
  curveKinds,
  curveWords,
  drawnWords,
  spanWords,
} from './curve-words.js';
import { type Curve, curvesOf, isCurve, spanOf } from './curves.js';
import {
  type Asked,
  mostSchedules,
  offered,
  type ScheduleWord,
  scheduledOf,
  scheduleWords,
  shownOf,
  titleOf,
  typeOf,
  usual,
} from './schedules.js';
import { computeScores, sampled } from './scores.js';

let pe: Rotary;

beforeAll(async () => {
  pe = await load();
});

const lengths = [1000, 131_072, 3_000_001];

function askOf(reading: Reading, to: number, at?: number): Asked | null {
  const { layers } = reading.towers[0].tower;
  const layer = layers[at ?? layers.findIndex(({ spec }) => spec !== null)];
  if (layer?.spec == null || isOfPictures(layer)) return null;
  const first = firstTraining(layer) ?? reachOf(reading.config);
  return { reading, layer, first, to };
}

const drawn = (asked: Asked, words: readonly ScheduleWord[]) =>
  curvesOf(pe, asked, scheduledOf(asked, words)).filter(isCurve);

/** Every text model at every length, with all of its schedules. */
function everyCurve(
  told: (curve: Curve, asked: Asked, where: string) => void,
): number {
  let count = 0;
  for (const { name, reading } of allRead) {
    for (const to of lengths) {
      const asked = askOf(reading, to);
      if (asked === null) continue;
      for (const curve of drawn(asked, offered(typeOf(reading)))) {
        told(curve, asked, `${name}, ${curve.word}, ${to}`);
        count += 1;
      }
    }
  }
  return count;
}

/** YaRN (Peng et al. 2023), as transformers have it. */
function yarn(plain: readonly number[], factor: number, first: number) {
  const base = (plain[0] as number) / (plain[1] as number);
  const turnsAt = (turns: number) =>
    Math.log(first / (2 * Math.PI * turns)) / Math.log(base);
  const low = Math.max(0, Math.floor(turnsAt(32)));
  const high = Math.min(2 * plain.length - 1, Math.ceil(turnsAt(1)));
  return plain.map((f, k) => {
    const ramp = (k - low) / (high - low || 0.001);
    const kept = 1 - Math.min(1, Math.max(0, ramp));
    return (f / factor) * (1 - kept) + f * kept;
  });
}

describe('a schedule', () => {
  it('is that of its paper, stretched from the first training', () => {
    const seen = new Set<string>();
    everyCurve((curve, { layer, first, to, reading }, where) => {
      const { word, pairs } = curve;
      if (first === undefined) return;
      const plain = pairs.map(({ before }) => before);
      const after = pairs.map((pair) => pair.after);
      if (word === 'none') {
        expect(after, where).toEqual(plain);
        expect(curve.attentionFactor, where).toBe(1);
        return;
      }
      // Those of the file are the package's own affair.
      if (word === typeOf(reading) || word === 'own' || word === 'longer')
        return;
      if (plain.length < 3 || plain.includes(0)) return;
      const changes = curve.instead || firstTraining(layer) === undefined;
      // A window, or a layer of another kind, may leave a layer as it was.
      if (!changes || after.every((one, k) => one === plain[k])) return;
      const factor = Math.ceil((1e6 * to) / first) / 1e6;
      const width = 2 * pairs.length;
      const wanted = {
        linear: () => plain.map((f) => f / factor),
        dynamic: () => {
          const grown =
            ((factor * to) / first - (factor - 1)) ** (width / (width - 2));
          return plain.map((f, k) => f * grown ** ((-2 * k) / width));
        },
        yarn: () => yarn(plain, factor, first),
      }[word]();
      after.forEach((one, k) => {
        expect(one / (wanted[k] as number), `${where}, pair ${k}`).toBeCloseTo(
          ...([1, 5] as const),
        );
      });
      seen.add(`${word} ${curve.instead}`);
      const a = word === 'yarn' ? 1 + 0.1 * Math.log(factor) : 1;
      expect(curve.attentionFactor, where).toBeCloseTo(a, 9);
      expect(curve.temperature, where).toBeCloseTo(a * a, 9);
    });
    expect([...seen].sort()).toEqual([
      ...['dynamic false', 'dynamic true', 'linear false'],
      ...['linear true', 'yarn false', 'yarn true'],
    ]);
  });

  it('is the rope of the configuration that the package changes', () => {
    let count = 0;
    everyCurve(({ word, spec, instead }, { reading, layer, to }, where) => {
      if (word === 'none' || instead) return;
      // Layers whose windows let no text grow are not stretched.
      if (word !== 'own' && offerOf(reading, to, 'vllm', word).failure) return;
      const { layers } =
        word === 'own'
          ? reading.model
          : readModel(
              extend(reading.config, {
                ...{ to, for: 'vllm' },
                ...(word !== 'longer' && { schedule: word }),
              } as never).config,
            );
      const wanted = layers[layer.index]?.spec;
      expect(spec, where).toEqual({ ...wanted, contextLength: to });
      count += 1;
    });
    expect(count).toBeGreaterThan(200);
  });

  it('multiplies scores as the package says of the layer', () => {
    everyCurve(({ word, temperature }, { layer, reading, to }, where) => {
      if (word !== 'own' || to > 200_000) return;
      // Of a model whose scores have no other factor.
      if (layer.temperature.unrotated !== 1) return;
      if (layer.headDim !== layer.spec?.headDim) return;
      const { attentionFactor, rotated } = {
        ...layer,
        rotated: layer.temperature.rotated,
      };
      const longrope = typeOf(reading) === 'longrope';
      if (!longrope) expect(temperature, where).toBeCloseTo(rotated, 9);
      expect(attentionFactor, where).toBeGreaterThanOrEqual(1);
    });
  });
});

describe('angles that training has not shown', () => {
  it('are those of the arcs, when they are counted', () => {
    // A model of two pairs that make less than a turn, and one that makes many.
    const reading = readConfig({
      ...{ model_type: 'llama', num_hidden_layers: 1, head_dim: 6 },
      ...{ num_attention_heads: 1, hidden_size: 6 },
      ...{ max_position_embeddings: 40, rope_theta: 30_000 },
    });
    const asked = askOf(reading, 3000) as Asked;
    const bins = 3600;
    const shown = (frequency: number, length: number) => {
      const met = new Set<number>();
      // Far less than the width of a bin at a time.
      const step = 5e-4 / frequency;
      for (let r = 0; r <= length; r += step) {
        const turns = (r * frequency) / (2 * Math.PI);
        met.add(Math.floor(bins * (turns - Math.floor(turns))));
        if (met.size === bins) break;
      }
      return met;
    };
    for (const curve of drawn(asked, ['none', 'linear', 'dynamic', 'yarn'])) {
      curve.pairs.forEach(({ before, after }, k) => {
        const known = shown(before, 40);
        const found = [...shown(after, 3000)].filter((bin) => !known.has(bin));
        const degrees = (360 * found.length) / bins;
        const unseen = curve.unseen?.[k] as number;
        expect(Math.abs(unseen - degrees), `${curve.word} ${k}`).toBeLessThan(
          0.3,
        );
      });
    }
    const [none, linear] = drawn(asked, ['none', 'linear']);
    expect(none?.unseen?.[0]).toBe(0);
    expect(none?.unseen?.[1]).toBeGreaterThan(90);
    // Every pair goes as far as in the training.
    expect([...(linear?.unseen ?? [])]).toEqual([0, 0, 0]);
  });

  it('are those of as many pairs as the view of RoPE counts', () => {
    let count = 0;
    everyCurve(({ word, spec, unseen }, asked, where) => {
      const { layer, first, to, reading } = asked;
      if (first === undefined || spanOf(asked).window !== null) return;
      const trainedSo =
        typeOf(reading) !== '' && firstTraining(layer) === undefined;
      if (trainedSo || to < first) return;
      const { pairs } = computeSpans(pe, spec, {
        ...{ unit: 'positions', model: undefined, told: '' },
        trained: { value: first, source: 'model' },
        target: { value: to, source: 'reader' },
      });
      const beyond = pairs.filter((pair) => pair.beyond).length;
      const own = unseen?.filter((degrees) => degrees > 0).length;
      expect(own, `${where} ${word}`).toBe(beyond);
      count += 1;
    });
    expect(count).toBeGreaterThan(200);
  });

  it('are none where a window lets no distance grow', () => {
    const reading = readingNamed('Mistral 7B v0.1');
    const asked = askOf(reading, 1_000_000) as Asked;
    expect(spanOf(asked).window).toBe(4096);
    const [none] = drawn({ ...asked, first: 8192 }, ['none']);
    expect(Math.max(...(none?.unseen ?? [1]))).toBe(0);
    expect(spanWords(asked.layer, spanOf(asked))).toContain(
      '4\u202f096 tokens',
    );
  });
});

it('has one reason where the model itself is refused, and else each its own', () => {
  const offersOf = (name: string, to: number) => {
    const reading = readingNamed(name);
    return usual(typeOf(reading)).map((word) =>
      offerOf(reading, to, 'mlx', word),
    );
  };
  const windows = refusedBy(offersOf('Mistral 7B v0.1', 1_000_000));
  expect(windows?.message).toMatch(/turn and see 4096 keys of any text/);
  expect(refusedBy(offersOf('Llama 3.1 8B', 1_000_000))).toBeNull();
  expect(refusedBy(offersOf('Llama 3.1 8B', 1000).slice(0, 1))).toBeNull();
  // MLX has no dynamic schedule; the others are there.
  const qwen = offersOf('Qwen3 8B (rope_type default)', 1_000_000);
  expect(
    qwen.map(({ text, failure, why }) => [
      ...[text !== null, failure !== null, why !== ''],
    ]),
  ).toEqual([
    ...[
      [false, false, true],
      [true, false, false],
    ],
    ...[
      [false, true, false],
      [true, false, false],
    ],
  ]);
  expect(numbersIn(qwen[0]?.why ?? '')).toEqual([40_960]);
});

describe('the choice', () => {
  it('has at most four, in one order, whatever an address names', () => {
    for (const { reading } of allRead) {
      const type = typeOf(reading);
      expect(usual(type).length).toBeLessThanOrEqual(mostSchedules);
      expect(shownOf([], type)).toEqual(usual(type));
      const all = shownOf([...scheduleWords].reverse(), type);
      expect(all).toHaveLength(mostSchedules);
      expect(offered(type)).toEqual(
        scheduleWords.filter((word) => offered(type).includes(word)),
      );
      // Each has a name of its own.
      const titles = offered(type).map((word) => titleOf(word, type));
      expect(new Set(titles).size).toBe(titles.length);
    }
    expect(shownOf(['own', 'longer'], '')).toEqual(usual(''));
    expect(shownOf(['longer'], 'yarn')).toEqual(usual('yarn'));
    expect(usual('llama3')).toEqual(['none', 'own', 'longer']);
    expect(titleOf('yarn', 'yarn')).toBe('YaRN, stretched further');
  });

  it('has a reason for each schedule that has no curve', () => {
    for (const { name, reading } of allRead) {
      const asked = askOf(reading, 5_000_000);
      if (asked === null) continue;
      for (const one of scheduledOf(asked, offered(typeOf(reading)))) {
        if (one.spec === null) {
          expect(one.failure?.message, `${name} ${one.word}`).toMatch(
            /^extend: /,
          );
        }
      }
    }
  });
});

describe('words', () => {
  it('have the numbers of the package', () => {
    everyCurve((curve, { layer }, where) => {
      const { pairs, unseen, temperature, attentionFactor } = curve;
      const [first = '', ...more] = curveWords(curve);
      const slow = pairs.filter(
        ({ before, after }) => after / before < 1 - 1e-12,
      );
      const least = Math.min(...slow.map(({ ratio }) => ratio));
      if (slow.length > 0) {
        const [count, all, most] = numbersIn(first);
        expect([count, all], where).toEqual([slow.length, pairs.length]);
        if (least > 0)
          expect(most, where).toBeCloseTo(1 / least, -Math.log10(1e-3 / least));
      } else expect(first).toBe('No pair turns slower.');
      const met = [...(unseen ?? [])].filter((degrees) => degrees > 0);
      const angles = more.find((text) => text.includes('angle'));
      if (unseen === null) expect(angles).toBeUndefined();
      else if (met.length === 0) expect(angles, where).toMatch(/^No pair/);
      else {
        const [count, most] = numbersIn(angles ?? '');
        expect(count, where).toBe(met.length);
        expect(most, where).toBe(Number(Math.max(...met).toPrecision(3)));
      }
      const heat = more.find((text) => /^(The t|T)emperature/.test(text)) ?? '';
      if (temperature !== 1) {
        expect(numbersIn(heat), where).toEqual(
          [attentionFactor, temperature].map((one) =>
            Number(one.toPrecision(5)),
          ),
        );
      } else expect(heat).toMatch(/stays/);
      expect(more.join(' ')).not.toMatch(/NaN|undefined|Infinity/);
      expect(layer.spec).not.toBeNull();
    });
  });
});

function computed(spec: Spec, to: number) {
  const steps = computeScores(pe, { spec, to });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const inks = { of: (word: string) => `ink of ${word}`, soft: 'soft' };

describe('charts', () => {
  const drawingOf = (asked: Asked): Drawing => ({
    curves: drawn(asked, usual(typeOf(asked.reading))),
    ...{ span: spanOf(asked), caption: 'a model' },
  });

  it('have the values of the curves, and read them', () => {
    for (const { name, reading } of allRead) {
      const asked = askOf(reading, 300_000);
      if (asked === null) continue;
      const drawing = drawingOf(asked);
      for (const kind of curveKinds) {
        expect(drawnWords(kind)).toMatch(/\.$/);
        if (kind === 'score') continue;
        const look = lookOf(kind, drawing, inks);
        if (kind === 'angle' && asked.first === undefined) {
          expect(look).toBeNull();
          continue;
        }
        expect(look, name).not.toBeNull();
        if (look === null) continue;
        for (const curve of drawing.curves) {
          const own = look.series.find(({ label }) => label === curve.title);
          expect(own?.colour).toBe(`ink of ${curve.word}`);
          const wanted = curve.pairs.map(({ before, after }, k) =>
            kind === 'factor'
              ? after === before
                ? 1
                : after / before
              : kind === 'wavelength'
                ? (2 * Math.PI) / after
                : (curve.unseen?.[k] ?? Number.NaN),
          );
          expect(Array.from(own?.values ?? []), `${name} ${kind}`).toEqual(
            wanted,
          );
          const k = Math.floor(curve.pairs.length / 2);
          expect(look.read(k)).toContain(curve.title);
        }
        expect(look.read(0)).toMatch(/^pair 0 · /);
        const marks = look.series.slice(-drawing.curves.length);
        expect(new Set(marks.map(({ mark }) => mark)).size).toBe(marks.length);
      }
    }
  });

  it('have expected scores as the package gives them', () => {
    const reading = readingNamed('Llama 3.1 8B');
    const asked = askOf(reading, 20_000) as Asked;
    const drawing = drawingOf(asked);
    const scores = drawing.curves.map(({ spec }) => computed(spec, 20_000));
    const look = scoreLook(drawing, scores, inks);
    expect(look?.series).toHaveLength(drawing.curves.length);
    drawing.curves.forEach(({ spec, pairs, attentionFactor }, i) => {
      const { from, to, values } = scores[i] as (typeof scores)[number];
      expect([from[0], to.at(-1)]).toEqual([1, 20_000]);
      [0, 5, from.length - 1].forEach((at) => {
        const [first, last] = [from[at] as number, to[at] as number];
        // All of a short stretch; a long one has its mean to some digits.
        const all = Array.from(
          { length: last - first + 1 },
          (_, n) => first + n,
        );
        const { scores: told } = pe.analysis.scoreByDistance(spec as never, {
          distances: Float64Array.from(all),
        });
        const mean = told.reduce((a, b) => a + b, 0) / all.length;
        const wanted = (2 * mean) / Math.sqrt(128);
        const slack = all.length > sampled ? 0.5 : 1e-9;
        expect(Math.abs((values[at] as number) - wanted)).toBeLessThan(slack);
        if (all.length > 1) return;
        const byHand = pairs.reduce(
          (a, { after }) => a + Math.cos(first * after),
          0,
        );
        expect(told[0]).toBeCloseTo(byHand * attentionFactor ** 2, 6);
        expect(look?.read(at)).toMatch(new RegExp(`^distance ${first} · `));
        expect(numbersIn(look?.read(at) ?? '')).toContain(
          Number((values[at] as number).toPrecision(5)),
        );
      });
    });
  });
});

it('says which layer and which lengths the curves are of', () => {
  for (const { reading } of allRead) {
    const asked = askOf(reading, 262_144);
    if (asked === null) continue;
    const { layer, first } = asked;
    const numbers = numbersIn(spanWords(layer as Layer, spanOf(asked)));
    expect(numbers.slice(0, 2)).toEqual([layer.index, 262_144]);
    if (first !== undefined) expect(numbers[2]).toBe(first);
  }
});

it('keeps specs that addresses and files can hold', () => {
  everyCurve(({ spec }) => {
    expect(JSON.parse(JSON.stringify(spec)) as Spec).toEqual(spec);
  });
});

describe('the program to copy', () => {
  it('prints the numbers of the page', async () => {
    for (const name of [
      'Llama 3.1 8B',
      'Phi-2',
      'Gemma 3 27B',
      'Phi-3 mini 128k',
    ]) {
      const reading = readingNamed(name);
      const asked = askOf(reading, 500_000) as Asked;
      const curves = drawn(asked, usual(typeOf(reading)));
      const code = curveCode(asked.layer, curves, spanOf(asked));
      const told: [string, number, Record<string, ArrayLike<number>>][] = [];
      const body = code.replace(/^import .*$/m, '');
      const run = new Function(
        ...['load', 'console', `return (async () => {${body}})();`],
      );
      const log = (...all: (typeof told)[number]) => told.push(all);
      await run(async () => pe, { log });
      expect(told.map(([word]) => word)).toEqual(
        curves.map(({ word }) => word),
      );
      curves.forEach((curve, i) => {
        const [, factor, numbers] = told[i] as (typeof told)[number];
        const { pairs, unseen } = curve;
        expect(factor).toBe(curve.attentionFactor);
        const { values } = computed(curve.spec, 500_000);
        expect(numbers.expected?.[0]).toBeCloseTo(values[0] as number, 9);
        expect(numbers.factors).toEqual(pairs.map(({ ratio }) => ratio));
        expect(numbers.wavelengths).toEqual(
          pairs.map(({ wavelengthAfter }) => wavelengthAfter),
        );
        pairs.forEach((_, k) => {
          const own = numbers.unseen?.[k] as number;
          expect(own, `${name} ${curve.word} ${k}`).toBeCloseTo(
            ...([unseen?.[k] as number, 6] as const),
          );
        });
      });
    }
  });
});
