// Shows the view that the address names, and writes the view's state into the
// address. A view is loaded when an address first names it.

import { isAddress, readAddress, writeAddress } from '../state/hash.js';
import { begin } from '../state/pending.js';
import { afterFrame, whenQuiet } from '../state/schedule.js';
import { h } from './dom.js';
import type { Frame } from './frame.js';
import { showNotice } from './notice.js';
import type { Instances, Part } from './parts.js';
import type { Route, Routes, View } from './view.js';

/** Browsers allow about a hundred changes of the address in half a minute. */
const settleMs = 300;

/**
 * The same routes, each of which loads its view once. A load that failed is not
 * tried again: a second import would not fetch the code again, and would take
 * styles that failed to load for loaded ones.
 */
export function loadedOnce([first, ...others]: Routes): Routes {
  const once = (route: Route): Route => {
    let view: ReturnType<Route['load']> | undefined;
    const load = () => {
      view ??= route.load();
      return view;
    };
    return { ...route, load };
  };
  return [once(first), ...others.map(once)];
}

/** The view that an address names, or the first. */
export function routeOf(routes: Routes, hash: string): Route {
  const { view } = readAddress(hash);
  return routes.find(({ name }) => name === view) ?? routes[0];
}

/** Gives the entries of the package that a route names. */
type Supply = (parts: readonly Part[]) => Promise<Instances>;

export function startRouter(
  routes: Routes,
  { nav, main }: Frame,
  supply: Supply,
): void {
  const views = new Map<string, View>();
  let current = routes[0].name;
  let shown: View | null = null;
  let last = location.hash;
  /** Whether the state to be written is a step away from the one before. */
  let stepping = false;

  const links = new Map(
    routes.map(({ name, title }) => [
      name,
      h('a', { href: writeAddress(name, '') }, title),
    ]),
  );
  nav.replaceChildren(...links.values());

  /** Remembers the address that is shown, and tells those who wait for it. */
  function tell(): void {
    last = location.hash;
    main.dataset.address = last;
  }

  /**
   * The address of the current view with its state; null while the view is not
   * loaded. The link to the view leads there from now on.
   */
  function link(): string | null {
    const view = views.get(current);
    if (view === undefined) return null;
    const address = writeAddress(
      [current, ...(view.place ? [view.place()] : [])].join('/'),
      view.query(),
    );
    links.get(current)?.setAttribute('href', address);
    return address;
  }

  /** Writes the state of the current view into the address. */
  function write(): void {
    const { hash } = location;
    // The browser may have another address already, and send its event later.
    if (isAddress(hash) && hash !== last) return;
    const address = link();
    if (address === null) return;
    if (address !== hash) {
      if (stepping) history.pushState(null, '', address);
      else history.replaceState(null, '', address);
    }
    stepping = false;
    tell();
  }

  const settle = whenQuiet('address', settleMs, write);

  /** Keeps the current state as a step: the next one gets an entry of its own. */
  function keep(): void {
    settle.cancel();
    write();
    stepping = true;
  }

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
    // Canvases are measured and painted only in the frame that shows them.
    afterFrame(begin('picture'));
    const { query, place } = readAddress(location.hash);
    view.restore(query, place);
    tell();
  }

  function refuse({ title }: Route, error: unknown): void {
    shown?.leave();
    shown = null;
    const what = `The view “${title}” could not be loaded`;
    // Only a new page loads the view again.
    showNotice(main, what, error, () => location.reload());
    tell();
  }

  async function createdOf(route: Route): Promise<View> {
    const [{ create }, instances] = await Promise.all([
      route.load(),
      supply(route.parts),
    ]);
    const { name } = route;
    return create({
      ...instances,
      changed() {
        if (current !== name) return;
        // What follows a step at once belongs to it.
        if (stepping) write();
        else settle();
      },
      step() {
        if (current === name) keep();
      },
    });
  }

  /** Fetches what a view needs. If that fails, the view says so when shown. */
  function expect(route: Route): void {
    route.load().catch(() => {});
    supply(route.parts).catch(() => {});
  }

  async function load(route: Route): Promise<void> {
    const { name } = route;
    const done = begin('load');
    try {
      const view = views.get(name) ?? (await createdOf(route));
      views.set(name, view);
      // The reader may have gone to another view meanwhile.
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
    stepping = false;
    point(route);
    if (view) put(view);
    else void load(route);
  }

  for (const sign of ['pointerover', 'focusin'] as const) {
    document.addEventListener(sign, ({ target }) => {
      const link = target instanceof Element && target.closest('a[href^="#/"]');
      if (link) expect(routeOf(routes, link.getAttribute('href') ?? ''));
    });
  }
  window.addEventListener('hashchange', () => {
    if (isAddress(location.hash)) show();
  });
  // The state may not be written yet when the reader leaves the page.
  window.addEventListener('pagehide', write);
  show();
}
