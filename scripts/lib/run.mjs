// @ts-check
// Runs other programs, and reports progress.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Patience } from './pace.mjs';
import { at, root } from './paths.mjs';

/** An error whose message says enough: it is shown without a stack. */
export class UserError extends Error {}

/**
 * Prints a line of progress on standard error, so that standard output holds
 * nothing but results, such as an address.
 * @param {string} topic @param {string} text
 */
export function say(topic, text) {
  process.stderr.write(`${topic}: ${text}\n`);
}

/** @param {number} since a `Date.now()` @returns {string} such as "1.3 s" */
export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/**
 * The full path of a program, or undefined. Reads the file system only, because
 * every start checks that no program is missing, which must be quick.
 * @param {...string} names alternatives, best first
 */
export function find(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}

/**
 * The command of a tool that came with the npm packages.
 * @param {string} path below node_modules @param {...string} parameters
 */
export const tool = (path, ...parameters) => [
  process.execPath,
  at(`node_modules/${path}`),
  ...parameters,
];

/** Time for a program to tidy up, in seconds of the reference machine. */
const grace = 10;

/**
 * Sends a signal to a process group: a program and all that it started.
 * @param {import('node:child_process').ChildProcess} child its leader
 * @param {NodeJS.Signals} signal
 */
function sendGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // Already gone.
  }
}

/**
 * Runs a program to its end. If this process ends before, the program and all
 * that it started are ended too.
 * @param {string[]} command
 * @param {{ cwd?: string, env?: Record<string, string>, quiet?: boolean,
 *   started?: (end: () => void) => void,
 *   heard?: (text: string) => void }} [options] quiet: collect the output
 *   instead of showing it; started: called with a
 *   function that ends the program and all that it started; heard: called with
 *   what the program prints
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, options = {}) {
  const { cwd = root, env = {}, quiet, started, heard } = options;
  const [program = '', ...parameters] = command;
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd,
      env: { ...process.env, ...env },
      // Progress and other output go to standard error, as `say` does.
      stdio: ['ignore', quiet ? 'pipe' : 2, quiet ? 'pipe' : 2],
      // In its own process group, so that it ends with all that it started.
      detached: true,
    });
    let output = '';
    /** @param {string} text */
    const take = (text) => {
      output += text;
      heard?.(text);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);

    /** @type {Patience | undefined} */
    let patience;
    const kill = () => sendGroup(child, 'SIGKILL');
    // SIGTERM lets a build tool remove half-written files. A suite gets
    // SIGKILL, because it may hang.
    const abandon = started ? kill : () => sendGroup(child, 'SIGTERM');
    process.once('exit', abandon);
    started?.(() => {
      sendGroup(child, 'SIGTERM');
      patience = new Patience(grace, kill);
    });
    child.on('error', (error) => {
      resolve({ code: 127, output: `${output}${error.message}\n` });
    });
    child.on('close', (code) => {
      process.off('exit', abandon);
      patience?.stop();
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Runs a program that must succeed.
 * @param {string[]} command @param {Parameters<typeof run>[1]} [options]
 * @returns {Promise<string>} its output, where it was collected
 */
export async function must(command, options) {
  const { code, output } = await run(command, options);
  if (code !== 0) {
    throw new UserError(
      `${output}\`${command.join(' ')}\` failed with exit code ${code}`,
    );
  }
  return output;
}

/**
 * Runs a script's main function. A failure ends the process with code 1. Ctrl-C
 * ends it through the `exit` handlers, which tidy up.
 * @param {() => Promise<void>} main
 */
export async function script(main) {
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  try {
    await main();
  } catch (error) {
    const { message, stack } =
      error instanceof Error ? error : new Error(`${error}`);
    const known = error instanceof UserError;
    process.stderr.write(`${known ? message : stack}\n`);
    process.exitCode = 1;
  }
}
