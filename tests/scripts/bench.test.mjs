// @ts-check
/**
 * The benchmark's words, judgement and comparison, on made-up times, and what its
 * hosts measure.
 */

import { describe, expect, it } from 'vitest';
import { readArguments } from '../bench/arguments.mjs';
import {
  gone,
  lastingLosses,
  losses,
  lossLine,
  obstacle,
} from '../bench/compare.mjs';
import { browserGroups } from '../bench/hosts/browser/groups.mjs';
import { serveBench } from '../bench/hosts/browser/server.mjs';
import { nodeGroups } from '../bench/hosts/node/groups.mjs';
import { judge } from '../bench/judge.mjs';
import { measure, sampleOf, stepOf } from '../bench/measure.mjs';
import { countLine, groupLines } from '../bench/printed-table.mjs';

const idle = () => {};

/** @param {Record<string, number>} times medians by name */
const samples = (times) =>
  new Map(
    Object.entries(times).map(([name, ms]) => [
      name,
      { least: ms / 2, lower: 0.9 * ms, median: ms, upper: 1.1 * ms, turns: 9 },
    ]),
  );

/** @type {import('../bench/judge.mjs').Contest} */
const contest = {
  unit: 'GB/s',
  amount: 8e6,
  yardstick: { name: 'store loop', run: idle },
  rows: [
    {
      name: 'float32',
      run: idle,
      targets: { 'store loop': 0.5, 'plain JavaScript': 10, PyTorch: 2 },
    },
    {
      name: 'float16',
      run: idle,
      amount: 4e6,
      targets: { float32: 0.6 },
      within: 3,
    },
  ],
  peers: {
    'plain JavaScript': { run: idle, units: 1 / 4 },
    PyTorch: undefined,
  },
};

const times = {
  'store loop': 1,
  float32: 2.5,
  float16: 4,
  'plain JavaScript': 10,
};

describe('rows', () => {
  const judged = judge('tables', contest, samples(times));
  const [single, half] = judged.rows;

  it('compare bytes with the yardstick and work with others', () => {
    expect(single?.yardstick).toEqual({ name: 'store loop', ratio: 0.4 });
    expect(half?.yardstick?.ratio).toBeCloseTo(0.125);
    // A quarter of the work took four times as long.
    expect(single?.peers['plain JavaScript']?.ratio).toBeCloseTo(16);
    expect(single?.speed).toEqual({ value: 3.2, unit: 'GB/s' });
    expect(judged.yardstick?.speed).toBeCloseTo(8);
  });

  it('say which targets are reached, missed, and not measured', () => {
    expect(single?.targets.map(({ reached }) => reached)).toEqual([
      false,
      true,
      undefined,
    ]);
    expect(half?.targets).toEqual([
      { versus: 'float32', least: 0.6, ratio: 0.625, reached: true },
      { within: 3, reached: false },
    ]);
    expect(countLine([judged])).toBe(
      'targets: 2 reached, 2 missed, 1 not measured',
    );
  });

  it('take the fastest turns where that is asked for', () => {
    const [fast] = judge('tables', contest, samples(times), 'least').rows;
    expect(fast?.speed?.value).toBeCloseTo(6.4);
  });

  it('are lines with times, ratios and verdicts', () => {
    const [head = '', line = '', , peer = ''] = groupLines(judged);
    expect(head).toBe('tables; store loop: 8.00 GB/s');
    expect(line).toMatch(/^ {2}float32 +1\.25 \| 2\.50 ± 0\.250 +3\.20 GB\/s/);
    expect(line).toContain('40 %');
    expect(line).toContain('≥ 50 % store loop: MISSED');
    expect(line).toContain('≥ 10.0 × JS: reached');
    expect(line).toContain('≥ 2.00 × PyTorch: not measured');
    expect(peer).toMatch(/^ {4}plain JavaScript +20\.0 \| 40\.0/);
  });
});

describe('the comparison with an earlier table', () => {
  const table = (/** @type {Record<string, number>} */ ms) => ({
    groups: [judge('tables', contest, samples({ ...times, ...ms }))],
  });
  const before = table({});

  it('tolerates a quarter, and names what lost more', () => {
    expect(losses(before, table({ float32: 3.3 }))).toEqual([]);
    const [loss, ...more] = losses(before, table({ float32: 3.4 }));
    expect(more).toEqual([]);
    expect(loss && lossLine(loss)).toBe(
      'SLOWER: tables, float32: 29 % of its yardstick, before 40 %',
    );
  });

  it('does not see a machine that is slower in all', () => {
    const slow = Object.fromEntries(
      Object.entries(times).map(([name, ms]) => [name, 3 * ms]),
    );
    expect(losses(before, table(slow))).toEqual([]);
  });

  it('names the rows of a group that are there no more', () => {
    const [group] = before.groups;
    const [first, ...rest] = group?.rows ?? [];
    const fewer = [{ ...group, rows: rest }];
    const now = /** @type {typeof before} */ ({ groups: fewer });
    expect(gone(before, before)).toEqual([]);
    expect(gone(before, now)).toEqual([`tables, ${first?.name}`]);
    expect(gone(now, before)).toEqual([]);
    expect(gone(before, { groups: [] })).toEqual([]);
  });

  it('needs the same kind of turns, in Node or in one browser', () => {
    const chromium = { browser: 'Chromium 140' };
    expect(obstacle({}, { busy: false })).toBe(undefined);
    expect(obstacle(chromium, { browser: 'Chromium 141' })).toBe(undefined);
    expect(obstacle({ busy: true }, {})).toBe('it was measured with --busy');
    expect(obstacle({}, { busy: true })).toBe('it was measured without --busy');
    expect(obstacle(chromium, {})).toBe('it was measured in Chromium');
    expect(obstacle({}, chromium)).toBe('it was measured in Node');
    const other = { browser: 'Firefox 140' };
    expect(obstacle(other, chromium)).toBe('it was measured in Firefox');
  });

  it('passes over rows that only one table has', () => {
    expect(losses({ groups: [] }, table({ float32: 50 }))).toEqual([]);
    expect(losses(before, { groups: [] })).toEqual([]);
  });

  it('measures again before it calls a row slower', async () => {
    const now = table({ float32: 5, float16: 9 });
    /** @type {string[]} */
    const asked = [];
    // float16 is as fast as before the second time, float32 is not.
    const last = await lastingLosses(before, now, async (group) => {
      asked.push(group);
      const [judged] = table({ float32: 4.5 }).groups;
      if (!judged) throw new Error('no group');
      return judged;
    });
    expect(last.map(({ name }) => name)).toEqual(['float32']);
    expect(last[0]?.now).toBeCloseTo(1 / 4.5);
    expect(asked).toEqual(['tables', 'tables']);
  });
});

describe('turns', () => {
  it('give the quartiles of their times', () => {
    expect(sampleOf([9, 1, 5, 3, 7])).toEqual({
      ...{ least: 1, lower: 3, median: 5, upper: 7 },
      turns: 5,
    });
  });

  it('are shared by all contestants, and each runs before it counts', async () => {
    /** @type {string[]} */
    const order = [];
    const contestant = (/** @type {string} */ name) => () => {
      order.push(name);
      // Other processes measure by themselves.
      return { ms: name === 'slow' ? 4 : 2 };
    };
    const found = await measure(
      new Map(['slow', 'fast'].map((name) => [name, contestant(name)])),
      { turns: 3, most: 3, milliseconds: 0, warming: 0 },
    );
    expect(found.get('slow')?.median).toBe(4);
    expect(found.get('fast')?.median).toBe(2);
    expect(found.get('fast')?.turns).toBe(3);
    expect(order.slice(-6).join()).toBe('slow,fast,fast,slow,slow,fast');
  });
});

describe('turns by a coarse clock', () => {
  it('are so long that its steps do not matter', async () => {
    let calls = 0;
    let now = 0;
    // Shows the time in steps of a tenth of a millisecond.
    const coarse = () => {
      calls += 1;
      now += 0.003;
      return Math.floor(now * 10) / 10;
    };
    expect(stepOf(coarse)).toBeCloseTo(0.1, 6);
    expect(calls).toBeGreaterThan(10);
    let runs = 0;
    const effort = { turns: 1, most: 1, milliseconds: 0, warming: 20 };
    const took = 5e-5;
    const quick = () => {
      runs += 1;
      now += took;
    };
    const found = await measure(new Map([['quick', quick]]), effort, coarse);
    const median = found.get('quick')?.median ?? 0;
    expect(Math.abs(median / took - 1)).toBeLessThan(0.1);
    // Once would be far below a step.
    expect(runs).toBeGreaterThan(1000);
  });
});

describe('the words behind `npm run bench --`', () => {
  it('choose the engine, which is Node if none is named', () => {
    expect(readArguments(['--quick'])).toMatchObject({ engine: 'node' });
    const words = ['--engine', 'chromium', '--filter', 'rotate', '--busy'];
    expect(readArguments(words)).toMatchObject({
      ...{ engine: 'chromium', filter: 'rotate', busy: true, quick: false },
    });
  });

  it('are refused where the engine cannot do what they ask', () => {
    expect(() => readArguments(['--engine', 'opera'])).toThrow(
      'bench: --engine opera is none of node, chromium, firefox, webkit',
    );
    for (const flag of ['--native', '--growth']) {
      expect(() => readArguments(['--engine', 'webkit', flag])).toThrow(
        `bench: ${flag} is measured in Node alone`,
      );
    }
  });
});

describe('hosts', () => {
  it('measure the same groups but for files, workers and loading', () => {
    const [inNode, inBrowsers] = [nodeGroups, browserGroups].map((groups) =>
      groups.map(({ title }) => title),
    );
    const own = (/** @type {string} */ title) =>
      /^posenc table|^two workers: |^loading in /.test(title);
    expect(inBrowsers?.filter((title) => !own(title))).toEqual(
      inNode?.filter((title) => !own(title)),
    );
    expect(inBrowsers?.filter(own)).toEqual(['loading in a worker, cold']);
  });

  it('give the browser an isolated page, the package and the module', async () => {
    const { url, close } = await serveBench(false);
    try {
      const of = (/** @type {string} */ path) => fetch(new URL(path, url));
      const page = await of('/');
      expect(page.headers.get('cross-origin-opener-policy')).toBe(
        'same-origin',
      );
      expect(page.headers.get('cross-origin-embedder-policy')).toBe(
        'require-corp',
      );
      for (const path of ['/bench/plain.mjs', '/posenc/dist/index.js']) {
        const { headers } = await of(path);
        expect(headers.get('content-type')).toMatch(/^text\/javascript/);
      }
      // The worker's only imports are those of the package, by address.
      const worker = await (await of('/bench/worker.mjs')).text();
      expect(worker).toContain('from "/posenc/dist/descriptions.js"');
      expect(worker).not.toMatch(/from "(?!\/posenc\/)/);
      expect((await of('/posenc/../package.json')).status).toBe(404);
    } finally {
      await close();
    }
  });
});
