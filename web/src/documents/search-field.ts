// The field that searches the documents, in place of a link to their list. The index is
// fetched when the field first gets the focus.

import { h, setText } from '../shell/dom.js';
import { during } from '../state/pending.js';
import { find, type Index } from './search.js';

export function createSearch(root: string): HTMLElement {
  let index: Promise<Index> | undefined;
  const load = () => {
    index ??= fetch(`${root}docs/search.json`).then((answer) => {
      if (!answer.ok) throw new Error(`no index (${answer.status})`);
      return answer.json();
    });
    return index;
  };

  const field = h('input', {
    type: 'text',
    role: 'searchbox',
    placeholder: 'Search the documents',
    'aria-label': 'Search the documents',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const count = h('p', { class: 'spoken', 'aria-live': 'polite' });
  const list = h('ol', { class: 'found', hidden: true });
  const element = h('search', { class: 'search' }, field, list, count);

  async function show(): Promise<void> {
    const sought = field.value;
    if (sought.trim() === '') {
      list.hidden = true;
      setText(count, '');
      return;
    }
    try {
      const found = find(await load(), sought);
      // The reader has typed on meanwhile.
      if (sought !== field.value) return;
      list.replaceChildren(
        ...found.map(({ address, title, heading, beginning }) =>
          h(
            'li',
            {},
            h(
              'a',
              { href: `${root}docs/${address}` },
              h('b', {}, heading === '' ? title : `${title}: ${heading}`),
              h('span', {}, beginning),
            ),
          ),
        ),
      );
      if (found.length === 0) list.append(h('li', {}, 'Nothing found.'));
      setText(count, `${found.length} found`);
    } catch (error) {
      index = undefined;
      list.replaceChildren(
        h('li', {}, `The search could not be loaded: ${error}`),
      );
    }
    list.hidden = false;
  }

  field.addEventListener('focus', () => void load().catch(() => {}));
  field.addEventListener('input', () => void during('picture', show));
  element.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'Escape') {
      field.value = '';
      void show();
      field.focus();
    } else if (event.key === 'ArrowDown') links[at + 1]?.focus();
    else if (event.key === 'ArrowUp') (links[at - 1] ?? field).focus();
    else if (event.key === 'Enter' && event.target === field) links[0]?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !element.contains(target)) list.hidden = true;
  });
  field.addEventListener('focus', () => {
    if (field.value !== '') list.hidden = false;
  });
  return element;
}
