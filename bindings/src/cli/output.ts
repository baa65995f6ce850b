/**
 * Writes results to standard output or to a file. A file is written under a
 * temporary name and renamed when it is complete, so that a run that ends early
 * leaves an existing file unchanged.
 */

import {
  accessSync,
  closeSync,
  constants,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { cannot } from './failure.js';

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
  const partial = join(
    dirname(target),
    `.${basename(target)}.${process.pid}.partial`,
  );
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
