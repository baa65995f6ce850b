// What is known of the chosen layer, as a list: each fact in plain words, with its
// name in the package small beneath.

import type { Layer } from 'posenc/models';
import { h } from '../../shell/dom.js';
import { factsOf } from './fact-words.js';

export function createFactsFigure() {
  const list = h('dl', { class: 'layer-facts numbers' });
  let shown = '';
  return {
    element: list,
    draw(layer: Layer): void {
      const facts = factsOf(layer);
      const id = JSON.stringify(facts);
      if (id === shown) return;
      shown = id;
      list.replaceChildren(
        ...facts.map(({ word, api, text }) =>
          h(
            'div',
            {},
            h('dt', {}, word, h('small', { class: 'api' }, api)),
            h('dd', {}, text),
          ),
        ),
      );
    },
  };
}
