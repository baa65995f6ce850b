// @ts-check
/** The command line writes a file, beside `dd`, which writes zeros. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { at } from '../../../scripts/lib/paths.mjs';

const start = promisify(execFile);
const MEBIBYTES = 256;
const DIM = 1024;

/** @type {import('../judge.mjs').Group} */
const table = {
  title: `posenc table, ${MEBIBYTES} MiB to a file`,
  open() {
    const folder = mkdtempSync(join(tmpdir(), 'posenc-bench-'));
    const [own, other] = [join(folder, 'table.npy'), join(folder, 'zeros')];
    const length = (MEBIBYTES * 2 ** 20) / (4 * DIM);
    // `dd` writes over what it finds, posenc renames a new file.
    const run = async (
      /** @type {string} */ file,
      /** @type {string[]} */ [program = '', ...words],
    ) => {
      rmSync(file, { force: true });
      const begin = performance.now();
      await start(program, words);
      return { ms: performance.now() - begin };
    };
    const posenc = [process.execPath, at('bindings/dist/cli.js'), 'table'];
    return {
      unit: 'GB/s',
      amount: MEBIBYTES * 2 ** 20,
      yardstick: {
        name: 'dd',
        run: () =>
          run(other, [
            ...['dd', 'if=/dev/zero', `of=${other}`, 'bs=1M'],
            `count=${MEBIBYTES}`,
          ]),
      },
      rows: [
        {
          name: 'sinusoidal, .npy',
          run: () =>
            run(own, [
              ...[...posenc, 'sinusoidal', '--length', String(length)],
              ...['--dim', String(DIM), '--out', own],
            ]),
          // 1.2 times as long as dd
          targets: { dd: 0.83 },
        },
      ],
      close: () => rmSync(folder, { recursive: true }),
    };
  },
};

export const commandLine = [table];
