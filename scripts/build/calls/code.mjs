// @ts-check
// C++ as text: without comments, and with lines for errors.
import { UserError } from '../../lib/run.mjs';

/** @typedef {{ path: string, text: string }} Source */

export class Code {
  /** @param {Source} source */
  constructor({ path, text }) {
    this.path = path;
    // Comments become spaces, so that lines keep their numbers.
    this.text = text.replace(
      /"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
      (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/g, ' ')),
    );
  }

  /** The error about a place. @param {number} index @param {string} what */
  wrong(index, what) {
    const line = this.text.slice(0, index).split('\n').length;
    return new UserError(`build: ${this.path}:${line}: ${what}`);
  }

  /** Where a pattern occurs. @param {RegExp} pattern with the flag `g` */
  places(pattern) {
    return [...this.text.matchAll(pattern)].map(({ index }) => index);
  }

  /**
   * What a pattern matches that begins at a place, and where it ends.
   * @param {number} index @param {RegExp} pattern @param {string} form what
   *   must stand there, for the error
   */
  expect(index, pattern, form) {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = index;
    const found = sticky.exec(this.text);
    if (!found) {
      const [line] = this.text.slice(index).split('\n', 1);
      throw this.wrong(index, `expected ${form}, found \`${line}\``);
    }
    return { groups: found.slice(1), end: sticky.lastIndex };
  }
}
