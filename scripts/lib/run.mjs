// @ts-check
// Running other programs, and saying what goes on.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
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

/**
 * Runs a program to its end.
 * @param {string[]} command
 * @param {{ cwd?: string, env?: Record<string, string>, quiet?: boolean,
 *   echo?: boolean, timeout?: number }} [options] quiet: collect the output
 *   instead of showing it; echo: collect and show it; timeout: seconds
 * @returns {Promise<{ code: number, output: string }>} code 124: out of time
 */
export function run(command, options = {}) {
  const { cwd = root, env = {}, quiet, echo, timeout } = options;
  const piped = quiet || echo;
  const [program = '', ...parameters] = command;
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd,
      env: { ...process.env, ...env },
      // Progress and tools' chatter go where `say` goes.
      stdio: ['ignore', piped ? 'pipe' : 2, piped ? 'pipe' : 2],
      // Own group: when time is up, what the program started ends with it.
      detached: timeout !== undefined,
    });
    let output = '';
    /** @param {string} text */
    const take = (text) => {
      output += text;
      if (echo) process.stdout.write(text);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);

    let late = false;
    const end = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Already gone.
      }
    };
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            late = true;
            end();
          }, timeout * 1000);
    if (timeout !== undefined) process.once('exit', end);

    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, output: `${output}${error.message}\n` });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', end);
      if (late) take(`\nended after ${timeout} s\n`);
      resolve({ code: late ? 124 : (code ?? 1), output });
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
