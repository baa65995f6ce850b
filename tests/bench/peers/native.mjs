// @ts-check
/**
 * NumPy and PyTorch in a Python process, one thread each. The process measures
 * its own runs, so that the way there and back does not count.
 */

import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {'NumPy' | 'PyTorch'} Tool
 * @typedef {object} Native
 * @property {(tool: Tool, work: string, sizes: object) =>
 *   (() => Promise<{ ms: number }>) | undefined} contestant by the name of a
 *   function of native.py
 * @property {() => void} close
 */

const PYTHONS = ['/usr/bin/python3', 'python3'];
const MODULES = /** @type {const} */ ({ NumPy: 'numpy', PyTorch: 'torch' });

/** @param {string} python @param {string} module */
const has = (python, module) =>
  spawnSync(python, ['-c', `import ${module}`], { stdio: 'ignore' }).status ===
  0;

/**
 * @param {(line: string) => void} say
 * @returns {Native | undefined}
 */
export function openNative(say) {
  const python = PYTHONS.find((name) => has(name, 'numpy'));
  if (!python) {
    say('--native: no NumPy. Install with: apt-get install python3-numpy');
    return undefined;
  }
  const tools = new Set(
    /** @type {Tool[]} */ (['NumPy', 'PyTorch']).filter((tool) =>
      has(python, MODULES[tool]),
    ),
  );
  if (!tools.has('PyTorch')) {
    say('--native: no PyTorch. Install with: apt-get install python3-torch');
  }
  const program = fileURLToPath(new URL('native.py', import.meta.url));
  const child = spawn(python, ['-u', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
  });
  /** @type {((line: string) => void)[]} */
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    waiting.shift()?.(line);
  });
  const ask = (/** @type {object} */ question) =>
    /** @type {Promise<{ ms: number }>} */ (
      new Promise((resolve, reject) => {
        waiting.push((line) => {
          const answer = JSON.parse(line);
          if (answer.error) reject(new Error(answer.error));
          else resolve(answer);
        });
        child.stdin.write(`${JSON.stringify(question)}\n`);
      })
    );
  return {
    contestant: (tool, work, sizes) =>
      tools.has(tool) ? () => ask({ tool, work, sizes }) : undefined,
    close: () => child.kill(),
  };
}
