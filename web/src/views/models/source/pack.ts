// A configuration as a part of an address: its JSON without white space, in the
// letters that addresses have (base64url, RFC 4648).

import { rememberTwo } from './remember.js';

/** The most letters; programs that pass links on cut longer ones. */
export const longest = 4000;

/** JSON without its white space; the text as it is where it is no JSON. */
function small(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The letters of a text; null where they are too many for an address. */
export const pack: (text: string) => string | null = rememberTwo(packed);

function packed(text: string): string | null {
  // No file has as much white space.
  if (text.length > 32 * longest) return null;
  const bytes = new TextEncoder().encode(small(text));
  if ((bytes.length * 4) / 3 > longest) return null;
  const binary = String.fromCharCode(...bytes);
  return btoa(binary)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The text that letters stand for; the letters themselves where they are wrong. */
export function unpack(letters: string): string {
  try {
    const plain = letters.replaceAll('-', '+').replaceAll('_', '/');
    const binary = atob(plain);
    const bytes = Uint8Array.from(binary, (byte) => byte.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // With its white space, people can read and change it.
    return text.startsWith('{') ? spacedOut(text) : text;
  } catch {
    return letters;
  }
}

function spacedOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
