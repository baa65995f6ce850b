// The options of a second rope.

import { effective } from '../../../methods/defaults.js';
import { createPanel, type Panel } from '../../../methods/panel.js';
import { controlNames } from '../../../methods/settable.js';
import { h } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import type { Spec, SpecValue } from '../../../state/spec.js';
import { method } from '../method.js';
import { rangeOf, words } from '../options.js';
import { prefix } from './prefix.js';

/** What two ropes differ in most often. */
const first = ['theta', 'scaling', 'layout'];

/** The panel is made when there is first a second rope. */
export function createSecondOptions(
  onInput: (name: string, value: SpecValue | undefined) => void,
) {
  const element = h('div');
  let panel: Panel | null = null;

  function make(): Panel {
    const names = controlNames(method);
    const made = createPanel<string>({
      parameters: method.parameters,
      names: [...first, ...names.filter((name) => !first.includes(name))],
      path: prefix.slice(0, -1),
      first: first.length,
      words,
      range: (path, parameter) => rangeOf(path.slice(prefix.length), parameter),
      onInput,
    });
    element.append(made.element);
    return made;
  }

  return {
    element,
    show(second: Spec): void {
      panel ??= make();
      panel.show(effective(method, second));
    },
    fail: (failure: Failure | null) => panel?.fail(failure) ?? false,
  };
}
