// The same numbers in PyTorch, for what has a usual form there. It is loaded
// when somebody asks for it.

import type { MethodDescription } from 'posenc/descriptions';
import type { Spec } from '../../state/spec.js';
import { effective, lean } from '../defaults.js';
import { methodNamed } from '../described/all.js';
import {
  writeAlibi,
  writeClipped,
  writeFire,
  writeKerple,
  writeSandwich,
  writeT5,
} from './biases.js';
import {
  writeCode,
  writeExponential,
  writeNormalised,
  writePolynomial,
  writeRadial,
} from './columns.js';
import { writeCope, writeUrpe } from './counted.js';
import { writeSinusoidalGrid } from './grid.js';
import {
  writeHierarchical,
  writeLearned,
  writeTile,
  writeWindowed,
} from './learned.js';
import { writeDeberta, writeTupe } from './projected.js';
import {
  writeRelativeKey,
  writeShaw,
  writeTransformerXL,
  writeXLNet,
} from './relatives.js';
import { type Range, writeRope } from './rope.js';
import { writeSinusoidal } from './sinusoidal.js';
import { Asked, NoUsualForm } from './words.js';

/** A program, or a sentence that says why there is none. */
export type Written = { readonly code: string } | { readonly none: string };

/** What the program turns or reads, where the spec does not say it. */
const fewPositions: Range = { length: 16, start: 0 };

type Writer = (options: Asked, range: Range) => readonly string[];

const writers: Readonly<Record<string, Writer>> = {
  sinusoidal: writeSinusoidal,
  sinusoidalGrid: writeSinusoidalGrid,
  ...{ learned: writeLearned, tile: writeTile, windowed: writeWindowed },
  hierarchical: writeHierarchical,
  ...{ exponential: writeExponential, normalised: writeNormalised },
  ...{ polynomial: writePolynomial, radial: writeRadial, code: writeCode },
  rope: writeRope,
  ...{ alibi: writeAlibi, t5Bias: writeT5, clippedBias: writeClipped },
  ...{ kerple: writeKerple, sandwich: writeSandwich, fire: writeFire },
  ...{ shaw: writeShaw, relativeKey: writeRelativeKey },
  ...{ transformerXL: writeTransformerXL, xlnet: writeXLNet },
  ...{ deberta: writeDeberta, tupe: writeTupe },
  ...{ cope: writeCope, urpe: writeUrpe },
};

/** The names of the methods that have a program. */
export const written = Object.keys(writers);

/** The options that hold: given ones, and those of a preset that is named. */
function heldOptions(method: MethodDescription, spec: Spec) {
  const held = effective(method, lean(method, spec));
  const { preset: _, rows: __, out: ___, ...options } = held;
  return options;
}

export function writePython(spec: Spec, range: Range = fewPositions): Written {
  const method = methodNamed(spec.method);
  const write = writers[spec.method];
  if (method === undefined || write === undefined) {
    const title = method?.title ?? spec.method;
    return { none: `This page has no PyTorch code for this method: ${title}.` };
  }
  try {
    const options = new Asked(heldOptions(method, spec));
    return { code: write(options, range).join('\n') };
  } catch (error) {
    if (error instanceof NoUsualForm) return { none: error.message };
    throw error;
  }
}
