// Names of the page's own controls for people, with the name of the option of
// the package small beside them where it has one.

import { h } from '../../shell/dom.js';

export interface PlainName {
  readonly name: string;
  /** The option of the package that the control sets. */
  readonly option: string;
}

export const plainNames = {
  start: { name: 'Late text begins at', option: 'keyStart' },
  heads: { name: 'Heads', option: 'heads' },
  headDim: { name: 'Numbers of a head', option: 'headDim' },
  causal: { name: 'Words see only earlier ones', option: 'causal' },
  likeness: { name: 'Likeness of two words', option: '' },
  length: { name: 'Words', option: '' },
  of: { name: 'Numbers', option: 'of' },
  pool: { name: 'A cell shows the', option: 'pool' },
  size: { name: 'Positions', option: 'queries' },
} as const satisfies Readonly<Record<string, PlainName>>;

/** Names the controls of some parameters among elements. */
export function namePlainly(
  elements: readonly HTMLElement[],
  names: Readonly<Record<string, PlainName>>,
): void {
  for (const element of elements) {
    const inside = element.querySelectorAll<HTMLElement>('[data-param]');
    for (const control of [element, ...inside]) {
      const plain = names[control.dataset.param ?? ''];
      const label = control.querySelector(':scope > :is(label, legend)');
      if (plain === undefined || label === null) continue;
      const input = label.querySelector('input');
      const option = plain.option === '' ? '' : h('code', {}, plain.option);
      label.classList.add('plain-name');
      label.replaceChildren(...(input ? [input] : []), plain.name, ' ', option);
      control
        .querySelector('input[type="range"]')
        ?.setAttribute('aria-label', `${plain.name}, slider`);
    }
  }
}
