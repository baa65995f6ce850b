/** A compiled module from any kind of source. */

import { show } from './errors.js';

/** Where a WebAssembly module comes from. */
export type WasmSource =
  | WebAssembly.Module
  | BufferSource
  | Response
  | URL
  | string;

/** Why there is no module, in words. */
export class WasmFailure extends Error {}

/** Compiles what was given; its kind is not known yet. */
export async function compile(source: unknown): Promise<WebAssembly.Module> {
  if (isA<WebAssembly.Module>(source, 'WebAssembly.Module')) return source;
  if (typeof source === 'string' || isA<URL>(source, 'URL')) {
    const what = `cannot fetch ${show(String(source))}`;
    return compileResponse(await attempt(what, () => fetch(source)));
  }
  if (isA<Response>(source, 'Response')) return compileResponse(source);
  if (
    ArrayBuffer.isView(source) ||
    isA<ArrayBuffer>(source, 'ArrayBuffer') ||
    isA<SharedArrayBuffer>(source, 'SharedArrayBuffer')
  ) {
    return compileBytes(source);
  }
  throw new WasmFailure(
    'wasm must be a WebAssembly.Module, bytes, a Response, a URL or a ' +
      `string, got ${show(source)}`,
  );
}

async function compileResponse(
  response: Response,
): Promise<WebAssembly.Module> {
  const { ok, status, headers } = response;
  if (!ok) throw new WasmFailure(`the response has status ${status}`);
  // Engines stream under exactly this type, which many servers do not send.
  const type = headers.get('content-type');
  if (type?.trim().toLowerCase() === 'application/wasm') {
    return attempt('the response does not compile', () =>
      WebAssembly.compileStreaming(response),
    );
  }
  return compileBytes(
    await attempt('the response cannot be read', () => response.arrayBuffer()),
  );
}

async function compileBytes(
  source: ArrayBufferLike | ArrayBufferView,
): Promise<WebAssembly.Module> {
  const bytes = await attempt('the bytes cannot be read', () => copy(source));
  const head = String.fromCharCode(...bytes.subarray(0, 4));
  if (head !== '\0asm') {
    // A page that says "not found" instead of the file is the usual reason.
    throw new WasmFailure(
      `the bytes are not WebAssembly: they begin with ${show(head)}`,
    );
  }
  return attempt('wasm does not compile', () => WebAssembly.compile(bytes));
}

/** Copied, because engines do not compile from shared memory. */
function copy(
  source: ArrayBufferLike | ArrayBufferView,
): Uint8Array<ArrayBuffer> {
  if (!ArrayBuffer.isView(source))
    return new Uint8Array(new Uint8Array(source));
  const { buffer, byteOffset, byteLength } = source;
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

/** True across realms, where `instanceof` is not. */
function isA<T>(value: unknown, name: string): value is T {
  return Object.prototype.toString.call(value) === `[object ${name}]`;
}

/** Runs something of the engine's or the caller's, and names its failure. */
export async function attempt<T>(
  what: string,
  run: () => T | PromiseLike<T>,
): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    const why = cause instanceof Error ? `: ${cause.message}` : '';
    throw new WasmFailure(what + why, { cause });
  }
}
