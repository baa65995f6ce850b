/** Compiles a module from any kind of source. */

import { show } from '../base/errors.js';

/** Longest address that errors show whole; servers take about as much. */
const LONGEST_ADDRESS = 2000;

// These types do not name those of the browser: a project may lack the `dom`
// library.

/** Type of a compiled module: `WebAssembly.Module` if the project knows it. */
export type WasmModule = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Module } };
}
  ? Module
  : object;

/** The members of a `Response` that are used. */
export interface WasmResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A source of a WebAssembly module; the object with `href` is a `URL`. */
export type WasmSource =
  | WasmModule
  | ArrayBufferLike
  | ArrayBufferView
  | WasmResponse
  | { readonly href: string }
  | string;

/** The reason why there is no module, in words. */
export class WasmFailure extends Error {}

/**
 * Compiles a source whose kind is not known yet.
 *
 * @internal
 */
export async function compile(source: unknown): Promise<WebAssembly.Module> {
  if (isA<WebAssembly.Module>(source, 'WebAssembly.Module')) return source;
  if (typeof source === 'string' || isA<URL>(source, 'URL')) {
    const address = await attempt('the URL cannot be read', () =>
      String(source),
    );
    return compileResponse(await fetchFrom(address));
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

async function fetchFrom(address: string): Promise<Response> {
  // Fetching a file is tried, because some engines can.
  const isFile = /^file:/i.test(address);
  const hint = isFile ? ' (fetch reads no files here; give the bytes)' : '';
  // A data: address contains the whole module, so errors show only its
  // beginning.
  const whole = /^data:/i.test(address) ? undefined : LONGEST_ADDRESS;
  const what = `cannot fetch ${show(address, whole)}${hint}`;
  return attempt(what, () => fetch(address));
}

async function compileResponse(
  response: Response,
): Promise<WebAssembly.Module> {
  const unreadable = 'the response cannot be read';
  const { failure, type } = await attempt(unreadable, () => ({
    failure: response.ok ? undefined : String(response.status),
    type: response.headers.get('content-type')?.trim().toLowerCase(),
  }));
  if (failure) throw new WasmFailure(`the response has status ${failure}`);
  // Engines compile a stream only if it has exactly this type, which many
  // servers do not send.
  if (type === 'application/wasm') {
    return attempt('the response does not compile', () =>
      WebAssembly.compileStreaming(response),
    );
  }
  return compileBytes(await attempt(unreadable, () => response.arrayBuffer()));
}

async function compileBytes(
  source: ArrayBufferLike | ArrayBufferView,
): Promise<WebAssembly.Module> {
  const bytes = await attempt('the bytes cannot be read', () => copy(source));
  const head = String.fromCharCode(...bytes.subarray(0, 4));
  if (head !== '\0asm') {
    // Usually the server has sent a page that says "not found".
    throw new WasmFailure(
      `the bytes are not WebAssembly: they begin with ${show(head)}`,
    );
  }
  return attempt('wasm does not compile', () => WebAssembly.compile(bytes));
}

/** Copies bytes, because engines do not compile from shared memory. */
function copy(
  source: ArrayBufferLike | ArrayBufferView,
): Uint8Array<ArrayBuffer> {
  if (!ArrayBuffer.isView(source))
    return new Uint8Array(new Uint8Array(source));
  const { buffer, byteOffset, byteLength } = source;
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

/**
 * Whether a value is of a class. Unlike `instanceof`, this works across realms.
 */
function isA<T>(value: unknown, name: string): value is T {
  return Object.prototype.toString.call(value) === `[object ${name}]`;
}

/** Runs code of the engine or of the caller, and explains its failure. */
export async function attempt<T>(
  what: string,
  run: () => T | PromiseLike<T>,
): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw new WasmFailure(what + reason(cause) + cure(cause), { cause });
  }
}

/** The message of an error and of its cause: `fetch` puts the reason there. */
function reason(error: unknown): string {
  const inner = error instanceof Error ? error.cause : undefined;
  return textOf(error) + textOf(inner);
}

/** A hint for engines that forbid compiling bytes, whose errors give none. */
function cure(error: unknown): string {
  const text = textOf(error);
  if (/unsafe-eval|\bCSP\b|content security policy/i.test(text)) {
    return " (the page's Content-Security-Policy must allow 'wasm-unsafe-eval')";
  }
  if (/disallowed by embedder/i.test(text)) {
    return ' (posenc/external takes a module that the platform has compiled)';
  }
  return '';
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { message, code } = error as Error & { code?: unknown };
  const text = message || String(code ?? '');
  return text && `: ${text}`;
}
