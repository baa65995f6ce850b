/**
 * Writes results to standard output or to a file. A file is written under a
 * temporary name and renamed when it is complete, so that a run that ends early
 * leaves an existing file unchanged.
 */

import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { cannot, EXIT, Failure } from './failure.js';

/** Receives the bytes of a file in order. */
export interface Output {
  write(bytes: Uint8Array): Promise<void>;
  /** Writes bytes at a place of the file; without it, it has no places. */
  readonly place?: (bytes: Uint8Array, at: number) => Promise<void>;
  /** Completes the file. */
  finish(): Promise<void>;
  /** Discards what was written. */
  abandon(): Promise<void>;
}

/** The reader of standard output has closed it, which is not a failure. */
export class Unread extends Error {}

/** Opens the output that `--out` names; `-` is standard output. */
export async function openOutput(name: string): Promise<Output> {
  if (name === '-') return standardOutput();
  try {
    return await openFile(name);
  } catch (error) {
    throw cannot(`write ${name}`, error);
  }
}

/**
 * Throws if a file system has no room for files of so many bytes together, before
 * anything is computed. An old file of the name takes its room until the new one
 * is complete.
 */
export function checkRoom(name: string, bytes: number): void {
  if (name === '-') return;
  const free = freeBytes(name);
  if (free === undefined || bytes <= free) return;
  throw new Failure(
    `cannot write ${name}: it takes ${bytes} bytes, and the file system has ` +
      `${free} left`,
    EXIT.failed,
  );
}

/**
 * Bytes that are left where a file is to lie; undefined if the file system does
 * not say, and for devices and pipes.
 */
function freeBytes(name: string): number | undefined {
  try {
    const there = statSync(name, { throwIfNoEntry: false });
    if (there && !there.isFile()) return undefined;
    const path = there ? realpathSync(name) : resolve(name);
    const { blocks, bavail, bsize } = statfsSync(dirname(path));
    return blocks > 0 ? bavail * bsize : undefined;
  } catch {
    return undefined; // opening the file says what is wrong
  }
}

function standardOutput(): Output {
  const { stdout } = process;
  // The writer gets this error, too, and handles it.
  stdout.on('error', () => {});
  return {
    write: (bytes) =>
      new Promise((done, fail) => {
        stdout.write(bytes, (error) => {
          if (!error) done();
          else if ((error as NodeJS.ErrnoException).code === 'EPIPE') {
            fail(new Unread());
          } else fail(cannot('write to standard output', error));
        });
      }),
    finish: async () => {},
    abandon: async () => {},
  };
}

async function openFile(name: string): Promise<Output> {
  const there = statSync(name, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw coded('EISDIR');
  // A device or a pipe is written directly, because it cannot be replaced.
  if (there && !there.isFile()) return outputTo(name, await open(name, 'w'));
  // A read-only file is not replaced. If the name is a link, its target is
  // replaced.
  if (there) accessSync(name, constants.W_OK);
  const target = there ? realpathSync(name) : resolve(name);
  removeLeft(target);
  const partial = partialOf(target, process.pid);
  const remove = () => rmSync(partial, { force: true });
  // Registered before the file is made, without an await between: a signal in
  // between would leave the file behind.
  const unlisten = beforeSignals(remove);
  const abandon = () => {
    remove();
    unlisten();
  };
  try {
    closeSync(openSync(partial, 'wx'));
  } catch (error) {
    unlisten(); // a file of that name belongs to another process
    throw error;
  }
  try {
    const handle = await open(partial, 'r+');
    // The new file gets the permissions of the one it replaces.
    if (there) await handle.chmod(there.mode);
    const finish = () => {
      renameSync(partial, target);
      unlisten();
    };
    return withPlaces(
      name,
      handle,
      outputTo(name, handle, { finish, abandon }),
    );
  } catch (error) {
    abandon();
    throw error;
  }
}

/** This machine in names of files: processes of others have other numbers. */
const machine = () =>
  createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** The temporary name of a file while a process writes it. */
const partialOf = (target: string, pid: number) =>
  join(dirname(target), `.${basename(target)}.${machine()}-${pid}.partial`);

/** Removes what processes left behind that were ended by force. */
function removeLeft(target: string): void {
  const folder = dirname(target);
  const begin = `.${basename(target)}.${machine()}-`;
  for (const name of readdirSync(folder)) {
    const [, pid] = /^(\d+)\.partial$/.exec(name.slice(begin.length)) ?? [];
    if (pid === undefined || !name.startsWith(begin)) continue;
    if (!isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

/** Whether another process of this machine has the number. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function outputTo(
  name: string,
  handle: FileHandle,
  { finish = () => {}, abandon = () => {} } = {},
): Output {
  return {
    write: (bytes) =>
      attempt(name, async () => {
        for (let at = 0; at < bytes.length; ) {
          at += (await handle.write(bytes, at)).bytesWritten;
        }
      }),
    finish: () =>
      attempt(name, async () => {
        await handle.close();
        finish();
      }),
    abandon: async () => {
      await handle.close().catch(() => {});
      abandon();
    },
  };
}

/** Adds writing at places, which only a regular file has. */
function withPlaces(name: string, handle: FileHandle, output: Output): Output {
  const place = (bytes: Uint8Array, from: number) =>
    attempt(name, async () => {
      for (let at = 0; at < bytes.length; ) {
        const { length } = bytes;
        const written = await handle.write(bytes, at, length - at, from + at);
        at += written.bytesWritten;
      }
    });
  return { ...output, place };
}

async function attempt(name: string, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw cannot(`write ${name}`, error);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work` before a signal ends the process. */
function beforeSignals(work: () => void): () => void {
  const listener = (signal: NodeJS.Signals) => {
    unlisten();
    work();
    process.kill(process.pid, signal);
  };
  const unlisten = () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return unlisten;
}

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}
