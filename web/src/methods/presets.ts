// The presets of a method as buttons: the options of well-known models.

import type { MethodDescription } from 'posenc/descriptions';
import { h } from '../shell/dom.js';

export interface Presets {
  readonly element: HTMLElement;
  /** Marks the presets for which `holds` is true. */
  show(holds: (name: string) => boolean): void;
}

export function createPresets(
  { presets }: MethodDescription,
  choose: (name: string) => void,
): Presets {
  const buttons = Object.keys(presets).map((name) => {
    const button = h('button', { type: 'button', class: 'preset' }, name);
    button.addEventListener('click', () => choose(name));
    return { name, button };
  });
  const items = buttons.map(({ button }) => h('li', {}, button));
  return {
    element: h(
      'div',
      { class: 'presets', hidden: buttons.length === 0 },
      h('h3', {}, 'Presets from'),
      h('ul', { class: 'presets-list' }, ...items),
    ),
    show(holds) {
      for (const { name, button } of buttons) {
        button.setAttribute('aria-pressed', String(holds(name)));
      }
    },
  };
}
