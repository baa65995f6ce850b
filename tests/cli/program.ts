/** Runs the program as a shell does, in a process of its own. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);
const folder = path.dirname(resolve('posenc/package.json'));
export const program = path.join(folder, 'dist/cli.js');

/** The exit code and output of a process. */
export interface Ended {
  /** Exit code; undefined if a signal ended it. */
  readonly code: number | undefined;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs `posenc` in a folder to its end. */
export function posenc(
  cwd: string,
  given: readonly string[],
  input: string | Uint8Array = '',
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...given], { cwd });
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (data) => stdout.push(data));
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdin.on('error', () => {}); // it may not be read at all
  child.stdin.end(input);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      done({ code: code ?? undefined, stdout: Buffer.concat(stdout), stderr });
    });
  });
}

/** Makes a folder for a test, and a function that removes it. */
export function scratch(): { folder: string; remove: () => void } {
  const made = mkdtempSync(path.join(tmpdir(), 'posenc-cli-'));
  const remove = () => rmSync(made, { recursive: true, force: true });
  return { folder: made, remove };
}
