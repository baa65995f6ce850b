/**
 * Where results go: standard output, or a file that takes its name only when
 * it is complete. Until then it lies beside it under another name, so that a
 * run that ends early leaves what was there as it was.
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

/** Takes bytes in order. */
export interface Output {
  write(bytes: Uint8Array): Promise<void>;
  /** All is written. */
  finish(): Promise<void>;
  /** Nothing more will come, and what came is worth nothing. */
  abandon(): Promise<void>;
}

/** Whoever reads our output has closed it. No failure of anybody. */
export class Unread extends Error {}

/** Opens what `--out` names; `-` is standard output. */
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
  // The error comes to whoever writes, too.
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
  // A device or a pipe is written to; it cannot be replaced.
  if (there && !there.isFile()) return outputTo(name, await open(name, 'w'));
  // Nor is what was made read-only; and a link stays a link.
  if (there) accessSync(name, constants.W_OK);
  const target = there ? realpathSync(name) : resolve(name);
  const partial = join(
    dirname(target),
    `.${basename(target)}.${process.pid}.partial`,
  );
  const remove = () => rmSync(partial, { force: true });
  // First, and in the turn that makes the file: a signal that came between
  // the two would leave the file behind.
  const unlisten = beforeSignals(remove);
  const abandon = () => {
    remove();
    unlisten();
  };
  try {
    closeSync(openSync(partial, 'wx'));
  } catch (error) {
    unlisten(); // the file, if it is there, is somebody else's
    throw error;
  }
  try {
    const handle = await open(partial, 'r+');
    // As the file was that it takes the place of.
    if (there) await handle.chmod(there.mode);
    const finish = () => {
      renameSync(partial, target);
      unlisten();
    };
    return outputTo(name, handle, { finish, abandon });
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
  const attempt = async (work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      throw cannot(`write ${name}`, error);
    }
  };
  return {
    write: (bytes) =>
      attempt(async () => {
        for (let at = 0; at < bytes.length; ) {
          at += (await handle.write(bytes, at)).bytesWritten;
        }
      }),
    finish: () =>
      attempt(async () => {
        await handle.close();
        finish();
      }),
    abandon: async () => {
      await handle.close().catch(() => {});
      abandon();
    },
  };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Tidies up before a signal ends the process as it would have. */
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
