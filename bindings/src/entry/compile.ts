/** A compiled module from any kind of source. */

import { show } from '../base/errors.js';

/** Longest address that is shown whole: what servers take. */
const LONGEST_ADDRESS = 2000;

// Not by the names of the browser's types: a project need not have them.

/** What `WebAssembly.compile` gives, by its type where a project has that. */
export type WasmModule = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Module } };
}
  ? Module
  : object;

/** What of a `Response` is used. */
export interface WasmResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Where a WebAssembly module comes from; the one with `href` is a `URL`. */
export type WasmSource =
  | WasmModule
  | ArrayBufferLike
  | ArrayBufferView
  | WasmResponse
  | { readonly href: string }
  | string;

/** Why there is no module, in words. */
export class WasmFailure extends Error {}

/**
 * Compiles what was given; its kind is not known yet.
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
  // Some engines do fetch files, so that it is tried.
  const isFile = /^file:/i.test(address);
  const hint = isFile ? ' (fetch reads no files here; give the bytes)' : '';
  // A data: address holds the module itself.
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
  // Engines stream under exactly this type, which many servers do not send.
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
    throw new WasmFailure(what + reason(cause) + cure(cause), { cause });
  }
}

/** What an error says, and the one behind it: `fetch` itself says little. */
function reason(error: unknown): string {
  const inner = error instanceof Error ? error.cause : undefined;
  return textOf(error) + textOf(inner);
}

/** What helps where an engine forbids to compile bytes; engines do not say. */
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
