// Suites run two at a time; their results and their output stay apart.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { twoAtATime } from '../../scripts/test/two-at-a-time.mjs';

const suite = (/** @type {string} */ name, more = {}) => ({
  name,
  about: 'a test',
  command: () => [],
  ...more,
});
const suites = [
  suite('first'),
  suite('long', { long: true }),
  suite('measures', { alone: true }),
  suite('last'),
];

/** Milliseconds that each suite takes. @type {Record<string, number>} */
const lasts = { first: 20, long: 80, measures: 10, last: 20 };

async function runAll() {
  let output = '';
  let running = 0;
  /** @type {string[]} */
  const began = [];
  /** @type {Record<string, number>} */
  const beside = {};
  const results = await twoAtATime(
    suites,
    async ({ name }, print) => {
      began.push(name);
      running += 1;
      beside[name] = running;
      print(`${name} begins\n`);
      await sleep(lasts[name]);
      print(`${name} ends\n`);
      running -= 1;
      return name;
    },
    (text) => {
      output += text;
    },
  );
  return { output, began, beside, results };
}

it('the longest begins first, and one that measures is alone', async () => {
  const { began, beside, results } = await runAll();
  expect(results).toEqual(['first', 'long', 'measures', 'last']);
  expect(began).toEqual(['long', 'first', 'last', 'measures']);
  expect(beside).toMatchObject({ long: 1, first: 2, last: 2, measures: 1 });
});

it('every suite has a heading, and what is held stays together', async () => {
  const { output } = await runAll();
  for (const { name } of suites) {
    expect(output.split(`\n== ${name}: a test\n`)).toHaveLength(2);
  }
  const held = (/** @type {string} */ name) =>
    `== ${name}: a test\n${name} begins\n${name} ends\n`;
  for (const name of ['first', 'last', 'measures']) {
    expect(output).toContain(held(name));
  }
  // The long one prints as it goes: its first line is the first of all.
  expect(output).toMatch(/^\n== long: a test\nlong begins\n/);
});
