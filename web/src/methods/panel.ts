// A column of controls, made from the description of a method.

import { createGroup, type GroupOptions } from '../controls/group.js';
import { h } from '../shell/dom.js';
import type { Failure } from '../shell/failure.js';
import type { Options } from '../state/spec.js';

export interface Panel {
  readonly element: HTMLElement;
  show(options: Options): void;
  /** Puts a failure beside its control; false when it has no control. */
  fail(failure: Failure | null): boolean;
}

export function createPanel<Name extends string>(
  options: GroupOptions<Name>,
): Panel {
  const { elements, show, fail } = createGroup(options);
  return { element: h('div', { class: 'panel' }, ...elements), show, fail };
}
