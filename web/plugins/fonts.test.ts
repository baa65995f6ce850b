import { readdirSync, readFileSync } from 'node:fs';
import fontverter from 'fontverter';
import { methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { typed, written } from './characters.js';
import { cut, fonts, licence } from './fonts.js';

const sources = new URL('../src/', import.meta.url);

/** Formulas are set by the browser's font of mathematics. */
const withoutFormulas = (key: string, value: unknown) =>
  key === 'formula' ? undefined : value;

/** The characters beyond ASCII in the files of the page. */
function inSources(): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of readdirSync(sources, {
    recursive: true,
    encoding: 'utf8',
  })) {
    if (!/\.(ts|css)$/.test(path) || /\.test\.ts$/.test(path)) continue;
    const text = readFileSync(new URL(path, sources), 'utf8');
    const plain = text.replace(/\\u([\da-f]{4})/g, (_, code) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
    for (const letter of plain) {
      // Halves of pairs stand in patterns that look for them.
      if (letter > '~' && !/[\ud800-\udfff]/.test(letter))
        found.set(letter, path);
    }
  }
  return found;
}

interface Tables {
  readonly characters: ReadonlySet<number>;
  readonly names: string;
}

/** Reads an sfnt file: its characters (`cmap`, format 4) and its names. */
function read(font: Buffer): Tables {
  const tables = new Map<string, number>();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = 12 + 16 * i;
    tables.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8));
  }
  const cmap = tables.get('cmap') ?? 0;
  const characters = new Set<number>();
  for (let i = 0; i < font.readUInt16BE(cmap + 2); i++) {
    const map = cmap + font.readUInt32BE(cmap + 8 + 8 * i);
    if (font.readUInt16BE(map) !== 4) continue;
    const segments = font.readUInt16BE(map + 6);
    for (let at = 0; at < segments; at += 2) {
      const last = font.readUInt16BE(map + 14 + at);
      const first = font.readUInt16BE(map + 16 + segments + at);
      for (let c = first; c <= last && c < 0xffff; c++) characters.add(c);
    }
  }
  const names = font
    .subarray(tables.get('name'), (tables.get('name') ?? 0) + 2000)
    .toString('latin1')
    .replaceAll('\0', '');
  return { characters, names };
}

const made = await Promise.all(fonts.map(cut));

/** The weights that style sheets and drawings of the page name. */
function weights(): Map<string, string> {
  const found = new Map<string, string>();
  const patterns = [
    /font-weight:\s*([\w-]+)/g,
    /\bfont:[^;{}]*?\s(bold\w*|lighter|\d00)\s/g,
    /\bfont:\s*(bold\w*|lighter|\d00)\s/g,
  ];
  for (const path of readdirSync(sources, {
    recursive: true,
    encoding: 'utf8',
  })) {
    if (!/\.(ts|css)$/.test(path) || /\.test\.ts$/.test(path)) continue;
    const text = readFileSync(new URL(path, sources), 'utf8');
    for (const pattern of patterns) {
      for (const [, weight = ''] of text.matchAll(pattern)) {
        found.set(weight, path);
      }
    }
  }
  return found;
}

describe('the fonts of the page', () => {
  it('have every weight that the page asks for', () => {
    const sheet = readFileSync(new URL('styles/base.css', sources), 'utf8');
    // A browser would make a weight or a slant up.
    expect(sheet).toMatch(/html \{[^}]*font-synthesis: none;/);
    const asked = weights();
    expect([...asked.keys()].sort()).toEqual(['400', '600']);
  });

  it('are not more than 35 kB together', () => {
    const sum = made.reduce((bytes, { length }) => bytes + length, 0);
    expect(sum).toBeGreaterThan(10_000);
    expect(sum).toBeLessThanOrEqual(35_000);
  });

  it('have what they were cut for, and the name that they may have', async () => {
    for (const [i, { text }] of fonts.entries()) {
      const file = made[i] ?? Buffer.alloc(0);
      const { characters, names } = read(
        await fontverter.convert(file, 'sfnt'),
      );
      const lacking = [...text].filter(
        (letter) => !characters.has(letter.codePointAt(0) ?? 0),
      );
      expect(lacking.join('')).toBe('');
      expect(names).toMatch(/Posenc ?S/);
      expect(names).not.toMatch(/Source ?S/);
    }
  });

  it('have every character that the page writes', () => {
    const used = inSources();
    for (const letter of JSON.stringify(methods, withoutFormulas)) {
      if (letter > '~') used.set(letter, 'descriptions of the package');
    }
    // Source Sans does not have these: a font of the system draws them.
    const foreign = '⌊⌋✕';
    // Ends of ranges in expressions, and marks without a picture.
    const unseen =
      '\u0590\u08ff\u2068\u2069\ufb1d\ufdff\ufe70\ufefc\ufffe\uffff';
    const known = new Set(`${typed}${written}${foreign}${unseen}`);
    expect([...used].filter(([letter]) => !known.has(letter))).toEqual([]);
  });

  it('come with their licence', () => {
    const text = licence();
    expect(text).toMatch(
      /Copyright 2010-2024 Adobe.*\n.*Copyright 2014 - 2023/,
    );
    expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1');
  });
});
