// The kinds of controls, by the words of the package's descriptions. A kind is
// a file and a line here.

import { type DescribedParameter, faceOf } from 'posenc/descriptions';
import { choice } from './choice.js';
import type { ControlKind } from './control.js';
import { list } from './list.js';
import { number } from './number.js';
import { records } from './records.js';
import { switchKind } from './switch.js';
import { variant } from './variant.js';

type Word = NonNullable<ReturnType<typeof faceOf>['control']>;

const kinds: { readonly [W in Word]: ControlKind<never> } = {
  number,
  switch: switchKind,
  choice,
  list,
  variant,
  records,
};

/** The control of a parameter; null if it has none. */
export function controlOf(
  parameter: DescribedParameter,
): ControlKind<DescribedParameter> | null {
  const { control } = faceOf(parameter);
  return control === undefined
    ? null
    : (kinds[control] as ControlKind<DescribedParameter>);
}
