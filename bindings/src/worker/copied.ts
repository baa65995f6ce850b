/**
 * Copies of options that can be sent to a worker. Nothing of the caller's is
 * transferred. What cannot be sent is rebuilt by the worker, so that it causes the
 * error there that it causes in a direct call.
 */

import { formOf, membersOf } from '../arrays/forms.js';
import { viewKind } from '../base/errors.js';
import { canShare } from './room.js';

/** A value, and what the worker rebuilds in it. */
export interface Sent {
  readonly value: unknown;
  readonly lost: readonly Lost[];
}

/** A value that cannot be sent, and where it was. */
interface Lost {
  readonly path: readonly string[];
  readonly kind: 'function' | 'symbol' | 'handle' | 'detached';
  /** The class of an array, or the description of a symbol. */
  readonly name?: string;
}

/** The mark of handles, and of those that were not sent: see `MADE` and `UNSENT`. */
const MADE = Symbol.for('posenc.handle');
const UNSENT = 'unsent';

/** Objects inside others, at most; a circle has more. */
const DEEPEST = 16;

/** Copies a value, so that it is what it was even if the caller changes it. */
export function sentOf(given: unknown): Sent {
  const lost: Lost[] = [];
  const copy = (value: unknown, path: readonly string[]): unknown => {
    const lose = (kind: Lost['kind'], name = '') => {
      lost.push({ path, kind, name });
      return null;
    };
    if (typeof value === 'function') return lose('function');
    if (typeof value === 'symbol') return lose('symbol', value.description);
    if (typeof value !== 'object' || value === null) return value;
    if (path.length > DEEPEST) return value;
    if (ArrayBuffer.isView(value)) {
      return isDetached(value)
        ? lose('detached', viewKind(value))
        : copyView(value);
    }
    const inside = (one: unknown, key: string) => copy(one, [...path, key]);
    if (Array.isArray(value)) {
      // Lists of plain values are copied at once: they may be long.
      return /object|function|symbol/.test(typeof value[0])
        ? value.map((one, i) => inside(one, `${i}`))
        : value.slice();
    }
    if (MADE in value) return lose('handle');
    const form = formOf(value);
    if (form) {
      const { data, shape, dtype } = membersOf(value, form);
      const axes = { [form.shape]: inside(shape, form.shape) };
      return { data: inside(data, 'data'), ...axes, [form.dtype]: dtype };
    }
    const entries = Object.entries(value).map(([key, one]) => {
      return [key, inside(one, key)] as const;
    });
    return Object.fromEntries(entries);
  };
  return { value: copy(given, []), lost };
}

function isDetached({ byteLength, buffer }: ArrayBufferView): boolean {
  if (byteLength > 0) return false;
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}

/**
 * A view with a buffer of its own, in shared memory where there is any: then no
 * worker needs a copy. What is shared already stays as it is.
 */
function copyView(view: ArrayBufferView): unknown {
  const { buffer, byteOffset, byteLength } = view;
  if (!(buffer instanceof ArrayBuffer)) return view;
  const own = canShare()
    ? new SharedArrayBuffer(byteLength)
    : new ArrayBuffer(byteLength);
  new Uint8Array(own).set(new Uint8Array(buffer, byteOffset, byteLength));
  return viewOf(viewKind(view), own as ArrayBuffer);
}

/** A view of a class by its name. */
function viewOf(kind: string, buffer: ArrayBuffer): ArrayBufferView {
  const classes = globalThis as unknown as Readonly<
    Record<string, new (buffer: ArrayBuffer) => ArrayBufferView>
  >;
  return new (classes[kind] as (typeof classes)[string])(buffer);
}

/** The value that was sent, with what is rebuilt. */
export function received({ value, lost }: Sent): unknown {
  const root = { value } as Record<string, unknown>;
  for (const { path, kind, name = '' } of lost) {
    const [last = '', ...before] = ['value', ...path].reverse();
    const holder = before
      .reverse()
      .reduce((at, key) => at[key] as Record<string, unknown>, root);
    holder[last] = rebuilt[kind](name);
  }
  return root.value;
}

const rebuilt: Record<Lost['kind'], (name: string) => unknown> = {
  function: () => () => {},
  symbol: (name) => Symbol(name),
  handle: () => ({ [MADE]: UNSENT }),
  detached(name) {
    const buffer = new ArrayBuffer(8);
    const view = viewOf(name, buffer);
    structuredClone(buffer, { transfer: [buffer] });
    return view;
  },
};
