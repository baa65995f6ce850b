// @ts-check
/**
 * Computes the digest cases through the package; tests/native/digest computes
 * them natively. digest_cases.txt explains their format. Plain JavaScript, so
 * that Node and browsers run the same files.
 */

import { alibi } from './alibi.mjs';
import { analysis } from './analysis.mjs';
import { attention } from './attention.mjs';
import { biases } from './biases.mjs';
import { code } from './code.mjs';
import { combine } from './combine.mjs';
import { complexOrder } from './complex-order.mjs';
import { enformer } from './enformer.mjs';
import { exponential } from './exponential.mjs';
import { floater } from './floater.mjs';
import { fourierFeatures } from './fourier-features.mjs';
import { hierarchical } from './hierarchical.mjs';
import { learned } from './learned.mjs';
import { learnedGradient } from './learned-gradient.mjs';
import { normalised } from './normalised.mjs';
import { optimiser } from './optimiser.mjs';
import { polynomial } from './polynomial.mjs';
import { radial } from './radial.mjs';
import { resample } from './resample.mjs';
import { rope } from './rope.mjs';
import { schedule } from './schedule.mjs';
import { sinusoidal } from './sinusoidal.mjs';
import { sinusoidalGrid } from './sinusoidal-grid.mjs';
import { tile } from './tile.mjs';
import { windowed } from './windowed.mjs';
import { hash, Words } from './words.mjs';

/** @typedef {import('posenc').Posenc} Posenc */

/** @type {import('./words.mjs').Verbs} */
const VERBS = {
  ...alibi,
  ...analysis,
  ...attention,
  ...biases,
  ...code,
  ...combine,
  ...complexOrder,
  ...enformer,
  ...exponential,
  ...floater,
  ...fourierFeatures,
  ...hierarchical,
  ...learned,
  ...learnedGradient,
  ...normalised,
  ...optimiser,
  ...polynomial,
  ...radial,
  ...resample,
  ...rope,
  ...schedule,
  ...sinusoidal,
  ...sinusoidalGrid,
  ...tile,
  ...windowed,
};

/** The lines of the file that are cases. @param {string} text */
export const titles = (text) =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/**
 * `LINE HASH` of every case of the file.
 *
 * @param {Posenc} pe
 * @param {string} text digest_cases.txt
 */
export function digests(pe, text) {
  const lines = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const words = new Words(line);
    const method = VERBS[words.word()];
    if (!method) throw new Error(`line ${i + 1}: unknown method`);
    const result = hash(method(pe, words));
    if (words.rest.length > 0) throw new Error(`line ${i + 1}: too many words`);
    lines.push(`${i + 1} ${result}`);
  }
  return lines;
}

/**
 * Lines that differ, each with its case.
 *
 * @param {string[]} expected @param {string[]} actual @param {string} text
 */
export function differences(expected, actual, text) {
  const cases = text.split('\n');
  const wrong = expected.flatMap((line, i) => {
    if (line === actual[i]) return [];
    const number = Number.parseInt(line, 10);
    return [`line ${number}: ${cases[number - 1]}`];
  });
  if (actual.length > expected.length) wrong.push('more lines than expected');
  return wrong;
}
