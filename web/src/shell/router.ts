// The views, one at a time, and the address that names what is shown. A view
// is loaded when an address first names it.

import type { Posenc } from 'posenc';
import { isAddress, readAddress, writeAddress } from '../state/hash.js';
import { begin } from '../state/pending.js';
import { afterFrame, whenQuiet } from '../state/schedule.js';
import { h } from './dom.js';
import type { Frame } from './frame.js';
import { showNotice } from './notice.js';
import type { Route, Routes, View, ViewModule } from './view.js';

/** Browsers allow about a hundred changes of the address in half a minute. */
const settleMs = 300;

/**
 * The routes, each of which loads its view once: what failed has failed for as
 * long as the page lives. A second import would not ask for it again, and would
 * take styles that could not be loaded for loaded ones.
 */
export function loadedOnce([first, ...others]: Routes): Routes {
  const once = (route: Route): Route => {
    let view: Promise<ViewModule> | undefined;
    return {
      ...route,
      load() {
        view ??= route.load();
        return view;
      },
    };
  };
  return [once(first), ...others.map(once)];
}

/** The view that an address names, or the first. */
export function routeOf(routes: Routes, hash: string): Route {
  const { view } = readAddress(hash);
  return routes.find(({ name }) => name === view) ?? routes[0];
}

export function startRouter(
  routes: Routes,
  { nav, main }: Frame,
  pe: Posenc,
): void {
  const views = new Map<string, View>();
  let current = routes[0].name;
  let shown: View | null = null;
  let last = location.hash;

  const links = new Map(
    routes.map(({ name, title }) => [
      name,
      h('a', { href: writeAddress(name, '') }, title),
    ]),
  );
  nav.replaceChildren(...links.values());

  /** Remembers the address that was answered, and tells those who wait. */
  function tell(): void {
    last = location.hash;
    main.dataset.address = last;
  }

  /**
   * The address of the current view in its state, to which its link leads from
   * now on. Null: the view is not loaded.
   */
  function link(): string | null {
    const view = views.get(current);
    if (view === undefined) return null;
    const address = writeAddress(current, view.query());
    links.get(current)?.setAttribute('href', address);
    return address;
  }

  /** Writes the state of the current view into the address. */
  function write(): void {
    const { hash } = location;
    // Another address may be there already, with its event still to come.
    if (isAddress(hash) && hash !== last) return;
    const address = link();
    if (address === null) return;
    if (address !== hash) history.replaceState(null, '', address);
    tell();
  }

  const settle = whenQuiet('address', settleMs, write);

  /** Marks the link of the view that an address names. */
  function point(route: Route): void {
    current = route.name;
    document.title = `${route.title} · posenc Explorer`;
    for (const [name, anchor] of links) {
      if (name === current) anchor.setAttribute('aria-current', 'page');
      else anchor.removeAttribute('aria-current');
    }
  }

  function put(view: View): void {
    if (shown !== view) {
      shown?.leave();
      shown = view;
      main.replaceChildren(view.element);
      view.enter();
    }
    // Its canvases are measured and painted in the frame that shows them.
    afterFrame(begin('picture'));
    view.restore(readAddress(location.hash).query);
    tell();
  }

  function refuse({ title }: Route, error: unknown): void {
    shown?.leave();
    shown = null;
    const what = `The view “${title}” could not be loaded`;
    // Only a new page loads it again.
    showNotice(main, what, error, () => location.reload());
    tell();
  }

  async function load(route: Route): Promise<void> {
    const { name } = route;
    const done = begin('load');
    const changed = () => {
      if (current === name) settle();
    };
    try {
      const { create } = await route.load();
      const view = views.get(name) ?? create({ pe, changed });
      views.set(name, view);
      // The address may name another view by now.
      if (current === name) put(view);
    } catch (error) {
      if (current === name) refuse(route, error);
    } finally {
      done();
    }
  }

  function show(): void {
    const route = routeOf(routes, location.hash);
    const view = views.get(route.name);
    link();
    point(route);
    if (view) put(view);
    else void load(route);
  }

  window.addEventListener('hashchange', () => {
    if (isAddress(location.hash)) show();
  });
  // A state still to be written must not be lost when the page is left.
  window.addEventListener('pagehide', write);
  show();
}
