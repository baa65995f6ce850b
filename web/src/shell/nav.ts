// The links to all views, in groups, and the button that opens them where the
// screen is narrow.

import { writeAddress } from '../state/hash.js';
import { freshId, h, setText } from './dom.js';
import type { Group, Route } from './view.js';

export interface Nav {
  /** Marks the link of the view that is shown. */
  point(route: Route): void;
  /** Where the link of a view leads from now on. */
  lead(name: string, address: string): void;
}

/** Fills `nav` with the groups that have a view. */
export function createNav(
  groups: readonly Group[],
  { nav, menu }: { readonly nav: HTMLElement; readonly menu: Menu },
): Nav {
  const links = new Map<string, HTMLAnchorElement>();
  const lists = groups
    .filter(({ routes }) => routes.length > 0)
    .map(({ title, routes, pages = [] }) => {
      const id = freshId('group');
      const items = routes.map(({ name, title }) => {
        const link = h('a', { href: writeAddress(name, '') }, title);
        links.set(name, link);
        return h('li', {}, link);
      });
      const others = pages.map(({ title, href }) =>
        h('li', {}, h('a', { href }, title)),
      );
      return h(
        'div',
        { class: 'group' },
        h('span', { id, class: 'group-title' }, title),
        h('ul', { 'aria-labelledby': id }, ...items, ...others),
      );
    });
  nav.replaceChildren(...lists);
  nav.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.close();
  });
  return {
    point({ name, title }) {
      menu.name(name === '' ? 'All views' : title);
      for (const [other, link] of links) {
        if (other === name) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      }
    },
    lead: (name, address) => links.get(name)?.setAttribute('href', address),
  };
}

export interface Menu {
  readonly button: HTMLElement;
  /** What it opens. Wide screens show it always, and the button never. */
  readonly panel: HTMLElement;
  /** Says on the button which view is shown. */
  name(title: string): void;
  close(): void;
}

export function createMenu(...parts: readonly HTMLElement[]): Menu {
  const id = freshId('menu');
  const label = h('span');
  const button = h(
    'button',
    {
      type: 'button',
      class: 'menu-button',
      'aria-expanded': 'false',
      'aria-controls': id,
    },
    h('span', { class: 'spoken' }, 'Views, now '),
    label,
  );
  const panel = h('div', { class: 'menu', id }, ...parts);

  function open(wanted: boolean): void {
    button.setAttribute('aria-expanded', String(wanted));
    panel.classList.toggle('open', wanted);
  }

  button.addEventListener('click', () => {
    open(button.getAttribute('aria-expanded') === 'false');
  });
  panel.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !panel.classList.contains('open')) return;
    open(false);
    button.focus();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !panel.contains(target)) {
      if (!button.contains(target)) open(false);
    }
  });
  return {
    button,
    panel,
    name: (title) => setText(label, title),
    close: () => open(false),
  };
}
