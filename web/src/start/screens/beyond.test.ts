// What the screen of longer texts prints is what the package computes.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { firstState } from '../screen.js';
import type { Path, Shape } from '../shape.js';
import { textsOf } from '../testing.js';
import { beyond } from './beyond.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

type Cure = 'none' | 'linear' | 'ntk' | 'yarn';
const cures: readonly Cure[] = ['none', 'linear', 'ntk', 'yarn'];

function shownBy(cure: Cure, words = 16_384) {
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  const state = { words, cure };
  const numbers = beyond.compute(use, state);
  const { shapes } = beyond.draw(state, numbers, 'wide');
  const plain = (text: string) =>
    text.replaceAll('\u202f', '').replaceAll('−', '-');
  return {
    shapes,
    said: plain(beyond.say(state, numbers)),
    texts: shapes.flatMap(textsOf).map(plain),
  };
}

const rope = (cure: Cure) =>
  pe.rope({
    ...{ headDim: 128, theta: 10_000 },
    ...{
      none: {},
      linear: { scaling: { type: 'linear', factor: 4 } as const },
      ntk: { scaling: { type: 'ntk', factor: 4 } as const },
      yarn: {
        scaling: {
          ...({ type: 'yarn', factor: 4 } as const),
          originalMaxPosition: 4096,
        },
      },
    }[cure],
  });

const speeds = (cure: Cure): number[] => [...rope(cure).frequencies];
const degrees = (angle: number): string => ((angle * 180) / Math.PI).toFixed(0);
const full = 2 * Math.PI;

/** What the page says below the buttons of the cures. */
function meanings(): Record<string, string | undefined> {
  const control = beyond.controls.find(({ kind }) => kind === 'choice');
  if (control?.kind !== 'choice') throw new Error('there is no choice');
  return Object.fromEntries(
    control.options.map(([value, , means]) => [value, means]),
  );
}

/** Hands that come to an angle which 4 096 words never showed. */
function passing(cure: Cure): number[] {
  const now = speeds(cure);
  return speeds('none').flatMap((speed, hand) => {
    const had = speed * 4096;
    // Half a word's turn is beyond what rounding does.
    const beyond = Number(now[hand]) * 16384 - had > speed / 2;
    return had < full && beyond ? [hand] : [];
  });
}

/** How many times slower each hand turns. */
const slowed = (cure: Cure): number[] =>
  speeds('none').map((speed, hand) => speed / Number(speeds(cure)[hand]));

it('counts the hands that go beyond their angles, and says so', () => {
  const counts = cures.map((cure) => passing(cure).length);
  expect(counts).toEqual([18, 0, 17, 0]);
  cures.forEach((cure, i) => {
    const { said } = shownBy(cure);
    const [words] = /(No|\d+) hands? go(es)? beyond/.exec(said) ?? [''];
    expect(words).toBe(
      counts[i] ? `${counts[i]} hands go beyond` : 'No hand goes beyond',
    );
  });
  expect(JSON.stringify(beyond.guess)).toContain('18 hands never completed');
});

it('says where the slowest and the fastest hand come to', () => {
  const [first, linear, ntk] = cures.map(speeds) as [
    ...[number[], number[], number[]],
  ];
  const last = (all: number[], words: number) =>
    degrees(Number(all[63]) * words);
  const near = (all: number[]) => degrees(Number(all[0]));
  expect([last(first, 4096), last(first, 16384)]).toEqual(['27', '108']);
  expect(shownBy('none').said).toContain('slowest goes to 108°, not 27°');
  expect([near(first), near(linear)]).toEqual(['57', '14']);
  expect(shownBy('linear').said).toContain('14° apart, not 57°');
  expect([last(ntk, 16384), near(ntk)]).toEqual(['27', '57']);
  expect(shownBy('ntk').said).toContain('stays at 27°');
  expect(shownBy('ntk').said).toContain('keeps its 57°');
});

it('says how many hands each cure slows down', () => {
  for (const cure of cures) {
    const none = shownBy(cure).texts.includes('no hand is slower yet');
    expect(none).toBe(Math.max(...slowed(cure)) === 1);
  }
  expect(slowed('none').every((times) => times === 1)).toBe(true);
  expect(slowed('linear').every((times) => times === 4)).toBe(true);
  expect(shownBy('linear').said).toContain('all 64 turn four times slower');
  const yarn = slowed('yarn');
  const [kept, all] = [1, 4].map(
    (wanted) => yarn.filter((times) => Math.abs(times - wanted) < 1e-9).length,
  );
  expect([kept, all]).toEqual([21, 18]);
  const { said } = shownBy('yarn');
  expect(said).toContain('21 fast ones keep their speed');
  expect(said).toContain('closer for 43, of which 18 turn four times slower');
});

it('says what is true of the cures', () => {
  const words = beyond.more.join(' ').replaceAll(' ', '');
  const ntk = speeds('ntk');
  // The second of 64 hands turns by base^(-1/64).
  expect(words).toContain(`baseto${(Number(ntk[1]) ** -64).toFixed(0)}:`);
  expect(slowed('ntk')[0]).toBe(1);
  expect(slowed('ntk')[63]).toBeCloseTo(4, 9);
  const turns = speeds('none').map((speed) => (speed * 4096) / full);
  slowed('yarn').forEach((times, hand) => {
    const turned = Number(turns[hand]);
    if (turned > 32) expect(times).toBe(1);
    else if (turned < 1) expect(times).toBeCloseTo(4, 9);
    else expect(1 < times && times < 4, `${hand}: ${times}`).toBe(true);
  });
  const closer = slowed('yarn').filter((times) => times > 1).length;
  expect(words).toContain(`closerfor${closer}hands`);
  const sharper = rope('yarn').scoreFactor / rope('none').scoreFactor;
  expect(words).toContain(`scoresby${sharper.toFixed(2)},`);
  expect(words).toContain('64hands');
});

/** What is drawn of new angles. */
function newAngles(shape: Shape): Path[] {
  if (shape.kind === 'path') return shape.fill === 'wrong' ? [shape] : [];
  return 'shapes' in shape ? shape.shapes.flatMap(newAngles) : [];
}

/** The angle of a point of a path from the top to the right. */
function angleAt(x: string, y: string): number {
  return (Math.atan2(Number(x), -Number(y)) + full) % full;
}

it.each(cures)('draws the angles that are new: %s', (cure) => {
  const drawn = shownBy(cure).shapes.flatMap(newAngles);
  const hands = passing(cure);
  expect(drawn).toHaveLength(hands.length);
  const [before, now] = [speeds('none'), speeds(cure)];
  hands.forEach((hand, i) => {
    const number = '(-?[\\d.]+)';
    const [, x1 = '', y1 = '', x2 = '', y2 = ''] =
      new RegExp(`L${number} ${number}A.* ${number} ${number}Z`).exec(
        drawn[i]?.d ?? '',
      ) ?? [];
    const end = Math.min(Number(now[hand]) * 16384, full);
    expect(angleAt(x1, y1)).toBeCloseTo(Number(before[hand]) * 4096, 2);
    expect(Math.cos(angleAt(x2, y2) - end)).toBeCloseTo(1, 4);
  });
});

it.each(cures)('prints how far neighbours are apart: %s', (cure) => {
  expect(shownBy(cure).texts).toContain(`${degrees(Number(speeds(cure)[0]))}°`);
});

it('names the price of each cure as it is', () => {
  const priceOf = (cure: Cure) => shownBy(cure).said.split('The price: ')[1];
  const near = (cure: Cure) => degrees(Number(speeds(cure)[0]));
  expect(priceOf('none')).toBeUndefined();
  expect(priceOf('linear')).toContain(
    `are ${near('linear')}° apart, not ${near('none')}°`,
  );
  expect(priceOf('ntk')).toContain(`${passing('ntk').length} hands go beyond`);
  expect(priceOf('ntk')).toContain('in between, all turn slower');
  const between = slowed('ntk').slice(1);
  expect(Math.min(...between)).toBeGreaterThan(1);
  const slower = slowed('yarn').filter((times) => times > 1).length;
  expect(priceOf('yarn')).toContain(`closer for ${slower}, `);
  // The try, the summary and what lies under More tell the same price.
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  const state = { words: 16_384, cure: 'yarn' } as const;
  expect(beyond.tries[1]?.found(state, beyond.compute(use, state))).toBe(
    `YaRN: ${64 - slower} fast hands keep their speed. The price: for ${slower} ` +
      'slower ones, near words come closer.',
  );
  expect(beyond.answers.join()).toContain(
    'near words come closer, for some hands (YaRN) or all (linear)',
  );
  expect(slowed('linear').filter((times) => times > 1)).toHaveLength(64);
  // Each cure has a word in sight, which leaves open what the try asks for.
  expect(beyond.terms.map(({ word }) => word)).toEqual([
    ...['Linear', 'NTK', 'YaRN'],
  ]);
  expect(JSON.stringify([beyond.claim, beyond.terms])).not.toMatch(
    /\bnear|neighbour|apart|keep|new angle/i,
  );
  expect(rope('yarn').scoreFactor).toBeGreaterThan(rope('none').scoreFactor);
});

it('says of each cure which hands it slows', () => {
  const said = meanings();
  const turns = speeds('none').map((speed) => (speed * 4096) / full);
  const times = (cure: Cure) =>
    speeds(cure).map((speed, hand) => {
      return Number(speeds('none')[hand]) / speed;
    });
  const isRising = (values: readonly number[]) =>
    values.every(
      (value, i) => i === 0 || value >= Number(values[i - 1]) - 1e-9,
    );

  expect(said.none).toBe('all hands keep their speed');
  expect(new Set(times('none'))).toEqual(new Set([1]));
  expect(said.linear).toBe('all hands alike');
  for (const by of times('linear')) expect(by).toBeCloseTo(4, 12);
  // From hand to hand, speeds and turns in training fall.
  expect(isRising(turns.map((count) => -count))).toBe(true);
  expect(said.ntk).toMatch(/^slower hands more$/);
  expect(isRising(times('ntk'))).toBe(true);
  expect(new Set(times('ntk').map((by) => by.toFixed(9))).size).toBe(64);
  expect(said.yarn).toMatch(/^those that turned little in training$/);
  expect(isRising(times('yarn'))).toBe(true);
  const many = times('yarn').filter((_, hand) => Number(turns[hand]) > 32);
  expect(new Set(many)).toEqual(new Set([1]));
});

it('takes YaRN alone for what its try asks for', () => {
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  const found = cures.filter((cure) =>
    [4096, 16_384].every((words) => {
      const state = { words, cure };
      const numbers = beyond.compute(use, state);
      const done = beyond.tries[1]?.done(state, numbers, state);
      // In the text of training, there is nothing to find.
      return done === words > 4096;
    }),
  );
  const asked = cures.filter(
    (cure) => passing(cure).length === 0 && slowed(cure)[0] === 1,
  );
  expect(found).toEqual(['yarn']);
  expect(asked).toEqual(found);
});

it('begins in a text of training, which shows no new angle', () => {
  const first = firstState(beyond);
  expect(first).toEqual({ words: 4096, cure: 'none' });
  for (const cure of cures) {
    const { shapes, texts, said } = shownBy(cure, 4096);
    expect(shapes.flatMap(newAngles)).toHaveLength(0);
    expect(texts.join()).not.toContain('new angles');
    const near = degrees(Number(speeds(cure)[0]));
    expect(texts).toContain(`${near}°`);
    const slower = slowed(cure).filter((times) => times > 1 + 1e-9).length;
    expect(said).toContain(
      {
        none: `the slowest went to ${degrees(Number(speeds('none')[63]) * 4096)}°`,
        linear: `all ${slower} hands turn four times slower, and neighbours are ${near}°`,
        ntk: 'all hands but the fastest turn slower',
        yarn: `closer for ${slower} hands. ${64 - slower} fast ones keep`,
      }[cure],
    );
    if (cure === 'ntk') expect(slower).toBe(63);
  }
  // Neither the sentence nor the figure counts the hands that the guess asks for.
  const { texts, said } = shownBy('none', 4096);
  expect([...texts, said].join()).not.toMatch(/\b18\b/);
});

it('names the hands that meet new angles once the longer text is read', () => {
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  for (const cure of cures) {
    const state = { words: 16_384, cure };
    const told = beyond.tries[0]?.found(state, beyond.compute(use, state));
    const count = passing(cure).length;
    expect(told).toMatch(
      count === 0 ? /no hand meets/ : new RegExp(`^${count} slow hands meet`),
    );
  }
});
