// A suite is ended when nothing happens in it any more, never for taking long.
// The tests that it had finished are counted.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { within } from '../../scripts/lib/pace.mjs';
import { at } from '../../scripts/lib/paths.mjs';
import { watch } from '../../scripts/test/watch.mjs';
import { deep } from '../support/sample.mjs';

const folder = mkdtempSync(join(tmpdir(), 'posenc-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));

const records = at('scripts/lib/records.mjs');

/** Runs a program as a suite that may be silent for two seconds.
 * @param {string} name @param {string} code */
function runSuite(name, code) {
  const file = join(folder, `${name}.mjs`);
  const head =
    `import { begins, ends } from ${JSON.stringify(records)};\n` +
    `import { setTimeout as sleep } from 'node:timers/promises';\n`;
  writeFileSync(file, head + code);
  const suite = { name: `watched-${name}`, about: '', command: () => [] };
  return watch(suite, [process.execPath, file], { limit: 2 });
}

const done = `
  begins('a'); ends('a', 'passed', 0.5);
  begins('b'); ends('b', 'failed', 0.25);
  begins('c'); ends('c', 'skipped', 0);
`;
const all = [
  { name: 'a', outcome: 'passed', seconds: 0.5 },
  { name: 'b', outcome: 'failed', seconds: 0.25 },
  { name: 'c', outcome: 'skipped', seconds: 0 },
];

/** @param {number} process */
async function gone(process) {
  for (;;) {
    try {
      globalThis.process.kill(process, 0);
      // A process that has ended, but whose parent has not read its exit code.
      const state = readFileSync(`/proc/${process}/stat`, 'utf8');
      if (/\) Z /.test(state)) return;
    } catch (error) {
      if (error.code === 'ESRCH') return;
      // There is no /proc, or the process has just ended.
    }
    await sleep(20);
  }
}

// All at once: they spend their time waiting.
describe.concurrent('a suite', () => {
  describe('that hangs', () => {
    it.each([
      ['waits', 'await new Promise((done) => setTimeout(done, 1e8));'],
      // It takes a processor from all that runs beside it.
      ...(deep ? [['turns', 'for (;;);']] : []),
    ])(
      'and %s is ended, with its tests and the name of the one',
      async (name, hang) => {
        const { tests, faults } = await runSuite(
          name,
          `${done} begins('d'); ${hang}`,
        );
        expect(tests).toEqual(all);
        expect(faults).toEqual([
          '"d" hung: nothing happened for 2 quiet seconds',
        ]);
      },
    );

    it('ends with all that it started', async () => {
      const file = join(folder, 'child');
      await runSuite(
        'parent',
        `import { spawn } from 'node:child_process';
       import { writeFileSync } from 'node:fs';
       const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
       writeFileSync(${JSON.stringify(file)}, String(child.pid));
       begins('a');
       await sleep(1e8);`,
      );
      const child = Number(readFileSync(file, 'utf8'));
      // The system may take a while to remove the process.
      await within(gone(child), 20, 'the end of the child');
    });
  });

  describe('that takes long', () => {
    it.each([
      ['records', "begins(String(i)); ends(String(i), 'passed', 0)"],
      ['prints', 'console.log(i)'],
    ])('is not ended while it %s', async (name, progress) => {
      const loop = `for (let i = 0; i < 12; ++i) { ${progress}; await sleep(300); }`;
      const { tests, faults } = await runSuite(name, `${loop} ${done}`);
      expect(faults).toEqual([]);
      expect(tests.slice(-3)).toEqual(all);
    });
  });

  describe('that fails beside its tests', () => {
    it.each([
      ['nothing', '', ['counted no test']],
      [
        'exits',
        "begins('a'); ends('a', 'passed', 0); process.exit(3);",
        ['ended with code 3'],
      ],
      [
        'dies',
        "begins('a'); process.kill(process.pid, 'SIGKILL');",
        ['ended with code 1 in "a"'],
      ],
      ['reports', `${done} process.exit(1);`, []],
    ])('%s', async (name, code, expected) => {
      expect((await runSuite(name, code)).faults).toEqual(expected);
    });
  });
});
