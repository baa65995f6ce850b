// The script of the documents: the search, buttons that copy code, and the live figure
// of a method.

import '../shell/english.js';
import './documents.css';
import { h } from '../shell/dom.js';
import { startPlainPage } from '../shell/plain-page.js';
import { createCopyButton } from '../shell/save.js';
import { during } from '../state/pending.js';
import { createSearch } from './search-field.js';

startPlainPage();

const place = document.querySelector<HTMLElement>('[data-search]');
if (place) place.replaceChildren(createSearch(place.dataset.search ?? ''));

for (const block of document.querySelectorAll('.code')) {
  const code = block.querySelector('code');
  const copy = createCopyButton('Copy', () => code?.textContent ?? '');
  block.append(h('div', { class: 'copy' }, copy));
}

const figure = document.querySelector<HTMLElement>('[data-method]');
if (figure) {
  // If its script does not come, the picture stays.
  during('load', async () => {
    const { startMethodFigure } = await import('./method-figure.js');
    startMethodFigure(figure);
  }).catch(() => {});
}
