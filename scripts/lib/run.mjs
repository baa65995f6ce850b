// @ts-check
// Running other programs, and saying what goes on.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Patience } from './pace.mjs';
import { at, root } from './paths.mjs';

/** A failure whose message is all a user needs: shown without a stack. */
export class UserError extends Error {}

/**
 * One line of progress. On standard error, so that what a command is run for
 * (results, an address) stays alone on standard output.
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
 * The full path of a program, or undefined. Asks the file system only: the
 * check that nothing is missing runs at each start and must cost nothing.
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

/** Seconds of the reference machine for a program to tidy up when it ends. */
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
 *   echo?: boolean, started?: (end: () => void) => void,
 *   heard?: (text: string) => void }} [options] quiet: collect the output
 *   instead of showing it; echo: collect and show it; started: called with a
 *   function that ends the program and all that it started; heard: called with
 *   what the program prints
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, options = {}) {
  const { cwd = root, env = {}, quiet, echo, started, heard } = options;
  const piped = quiet || echo;
  const [program = '', ...parameters] = command;
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd,
      env: { ...process.env, ...env },
      // Progress and tools' chatter go where `say` goes.
      stdio: ['ignore', piped ? 'pipe' : 2, piped ? 'pipe' : 2],
      // Own group: what the program started can be ended with it.
      detached: true,
    });
    let output = '';
    /** @param {string} text */
    const take = (text) => {
      output += text;
      if (echo) process.stdout.write(text);
      heard?.(text);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);

    /** @type {Patience | undefined} */
    let patience;
    const kill = () => sendGroup(child, 'SIGKILL');
    // A build tool asked to end removes what it has half written; a suite is
    // not asked, because it may be the one that hangs.
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
 * Runs a script's main function; a failure ends the process with code 1, and
 * Ctrl-C ends it by way of the `exit` handlers, which tidy up.
 * @param {() => Promise<void>} main
 */
export async function script(main) {
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  try {
    await main();
  } catch (error) {
    const known = error instanceof UserError;
    process.stderr.write(`${known ? error.message : error?.stack}\n`);
    process.exitCode = 1;
  }
}
