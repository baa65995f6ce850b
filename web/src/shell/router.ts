// The views, one at a time, and the address that names what is shown.

import { afterFrame, whenQuiet } from '../state/frame.js';
import { isAddress, readAddress, writeAddress } from '../state/hash.js';
import { begin } from '../state/pending.js';
import type { View, ViewContext } from '../views/view.js';
import { h } from './dom.js';

export interface Route {
  readonly name: string;
  readonly title: string;
  create(context: ViewContext): View;
}

/** Browsers allow about a hundred changes of the address in half a minute. */
const settleMs = 300;

export function startRouter(
  routes: readonly [Route, ...Route[]],
  nav: HTMLElement,
  main: HTMLElement,
): void {
  const views = new Map<string, View>();
  const [home] = routes;
  let current = home.name;
  let last = location.hash;

  const links = routes.map(({ name, title }) =>
    h('a', { href: writeAddress(name, '') }, title),
  );
  nav.replaceChildren(...links);

  function routeOf(view: string): Route {
    return routes.find(({ name }) => name === view) ?? home;
  }

  /** Remembers whose state is shown, and says so to those who wait for it. */
  function tell(): void {
    last = location.hash;
    main.dataset.address = last;
  }

  function write(): void {
    const { hash } = location;
    // Another address may be there already, with its event still to come.
    if (isAddress(hash) && hash !== last) return;
    const query = views.get(current)?.query() ?? '';
    const address = writeAddress(current, query);
    // A link to a view leads back to the state in which it was left.
    links[routes.findIndex((r) => r.name === current)]?.setAttribute(
      'href',
      address,
    );
    if (address !== hash) history.replaceState(null, '', address);
    tell();
  }

  const settle = whenQuiet('address', settleMs, write);

  function show(): void {
    const { view, query } = readAddress(location.hash);
    const route = routeOf(view);
    current = route.name;
    const made =
      views.get(current) ??
      route.create({
        changed: () => {
          if (current === route.name) settle();
        },
      });
    views.set(current, made);
    main.replaceChildren(made.element);
    // Its canvases are measured and painted in the frame that shows them.
    afterFrame(begin('picture'));
    made.restore(query);
    tell();
    document.title = `${route.title} · posenc Explorer`;
    routes.forEach(({ name }, i) => {
      const link = links[i];
      if (name === current) link?.setAttribute('aria-current', 'page');
      else link?.removeAttribute('aria-current');
    });
  }

  window.addEventListener('hashchange', () => {
    if (isAddress(location.hash)) show();
  });
  // A state still to be written must not be lost when the page is left.
  window.addEventListener('pagehide', write);
  show();
}
