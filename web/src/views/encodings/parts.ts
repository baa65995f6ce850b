// What the page shows of each method beside its pictures, made when the
// method is first chosen and kept: words, presets and controls.

import type { MethodDescription } from 'posenc';
import type { Value } from '../../controls/control.js';
import { createPanel, type Panel } from '../../controls/panel.js';
import { createChanges } from '../../shell/changes.js';
import { h } from '../../shell/dom.js';
import {
  createIntro,
  createPitfalls,
  createPresets,
  type Presets,
} from '../../shell/method.js';
import {
  controlNames,
  effective,
  isPreset,
  reaches,
  tables,
  type Values,
} from './method.js';

export interface PartsEvents {
  set(name: string, value: Value | undefined): void;
  preset(name: string): void;
}

interface Part {
  readonly presets: Presets;
  readonly panel: Panel<string>;
  readonly pitfalls: HTMLElement;
}

export function createParts(events: PartsEvents) {
  const made = new Map<string, Part>();
  // All at once and in one place, so that the place is as high as the highest
  // and nothing below it moves when another is chosen.
  const intros = tables.map((method) => {
    const changes = createChanges(method);
    return { method, changes, element: createIntro(method, changes) };
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
      presets: createPresets(method.presets, (_, name) => events.preset(name)),
      panel: createPanel<string>({
        parameters: method.parameters,
        names: controlNames(method),
        reach: reaches(method),
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
    show(method: MethodDescription, values: Values): void {
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
      const now = effective(method, values);
      part.panel.show(now);
      intros.find((entry) => entry.method === method)?.changes.show(now);
      part.presets.show((name) => isPreset(method, values, name));
    },
    /** Puts a failure beside its control; false when it has none. */
    fail: (failure: Parameters<Panel<string>['fail']>[0]) =>
      shown?.panel.fail(failure) ?? false,
  };
}
