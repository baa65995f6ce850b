/** The faces of all kinds, for programs that show parameters or test them. */

import { booleanFace } from './kinds/boolean.js';
import { choiceFace } from './kinds/choice.js';
import { floatsFace } from './kinds/floats.js';
import { handleFace } from './kinds/handle.js';
import { indicesFace } from './kinds/indices.js';
import type { AnyParameter, Face } from './kinds/kind.js';
import { integersFace, numbersFace } from './kinds/list.js';
import { numberFace } from './kinds/number.js';
import { otherFace } from './kinds/other.js';
import { outputFace, outputPairFace, outputSetFace } from './kinds/output.js';
import { positionsFace } from './kinds/positions.js';
import { recordsFace } from './kinds/records.js';
import { rowsFace } from './kinds/rows.js';
import { specFace } from './kinds/spec.js';
import { variantFace } from './kinds/variant.js';
import { wordsFace } from './kinds/words.js';
import type { Parameter } from './parameters.js';

const faces: { readonly [K in Parameter['kind']]: Face<never> } = {
  number: numberFace,
  boolean: booleanFace,
  choice: choiceFace,
  integers: integersFace,
  numbers: numbersFace,
  rows: rowsFace,
  indices: indicesFace,
  positions: positionsFace,
  floats: floatsFace,
  output: outputFace,
  outputPair: outputPairFace,
  outputSet: outputSetFace,
  handle: handleFace,
  spec: specFace,
  variant: variantFace,
  records: recordsFace,
  words: wordsFace,
  other: otherFace,
};

/**
 * The face of a parameter: how pages show it, how a command line gives it, and
 * which values tests try.
 */
export function faceOf<P extends AnyParameter>(parameter: P): Face<P> {
  return faces[parameter.kind as Parameter['kind']] as unknown as Face<P>;
}
