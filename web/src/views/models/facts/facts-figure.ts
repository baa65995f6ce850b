// What is known of the chosen layer, as a list: each fact in plain words, with its
// name in the package small beneath.

import type { Layer } from 'posenc/models';
import { h, prose } from '../../../shell/dom.js';
import { factsOf } from './fact-words.js';
import { ropeAddress } from './rope-link.js';

export function createFactsFigure() {
  const list = h('dl', { class: 'layer-facts numbers' });
  const link = h('a', {}, 'Turn its arrows in RoPE');
  const way = h('p', { class: 'hint' }, link);
  let shown = '';
  return {
    elements: [list, way] as const,
    draw(layer: Layer): void {
      const facts = factsOf(layer);
      const id = JSON.stringify(facts);
      if (id === shown) return;
      shown = id;
      const address = layer.spec && ropeAddress(layer.spec);
      way.hidden = address === null;
      if (address !== null) link.setAttribute('href', address);
      list.replaceChildren(
        ...facts.map(({ word, api, text }) =>
          h(
            'div',
            {},
            h('dt', {}, word, h('small', { class: 'api' }, api)),
            h('dd', {}, ...prose(text)),
          ),
        ),
      );
    },
  };
}
