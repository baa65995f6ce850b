// Words, presets and controls of each method. Presets and controls are made
// when the method is first shown.

import type { MethodDescription } from 'posenc/descriptions';
import { effective, isPreset } from '../../methods/defaults.js';
import { createIntro, createPitfalls } from '../../methods/intro.js';
import { createPanel, type Panel } from '../../methods/panel.js';
import { createPresets, type Presets } from '../../methods/presets.js';
import { rangeIn } from '../../methods/reach.js';
import { controlNames, tables } from '../../methods/tables.js';
import { h } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import type { Spec, SpecValue } from '../../state/spec.js';

export interface PartsEvents {
  /** `value` is undefined when the option is left out. */
  set(name: string, value: SpecValue | undefined): void;
  preset(name: string): void;
}

interface Part {
  readonly presets: Presets;
  readonly panel: Panel;
  readonly pitfalls: HTMLElement;
}

export function createParts(events: PartsEvents) {
  const made = new Map<string, Part>();
  const intros = tables.map((method) => {
    return { method, ...createIntro(method) };
  });
  const intro = h(
    'div',
    { class: 'intros' },
    ...intros.map(({ element }) => element),
  );
  const presets = h('div');
  const panel = h('div');
  const pitfalls = h('div', { class: 'kept' });
  let shown: Part | null = null;

  function make(method: MethodDescription): Part {
    return {
      presets: createPresets(method, events.preset),
      panel: createPanel({
        parameters: method.parameters,
        names: controlNames(method),
        range: (path, parameter) => rangeIn(method, path, parameter),
        onInput: events.set,
      }),
      pitfalls: createPitfalls(method),
    };
  }

  return {
    intro,
    presets,
    panel,
    pitfalls,
    show(method: MethodDescription, spec: Spec): void {
      const part = made.get(method.name) ?? make(method);
      made.set(method.name, part);
      if (part !== shown) {
        shown = part;
        presets.replaceChildren(part.presets.element);
        panel.replaceChildren(part.panel.element);
        pitfalls.replaceChildren(part.pitfalls);
        for (const entry of intros) {
          const other = entry.method !== method;
          entry.element.inert = other;
          entry.element.classList.toggle('other', other);
        }
      }
      const now = effective(method, spec);
      part.panel.show(now);
      intros.find((entry) => entry.method === method)?.show(now);
      part.presets.show((name) => isPreset(method, spec, name));
    },
    /** Puts a failure beside its control; false when it has no control. */
    fail: (failure: Failure | null) => shown?.panel.fail(failure) ?? false,
  };
}
