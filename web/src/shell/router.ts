// Shows the view that the address names, and writes the view's state into the
// address. A view is loaded when it is first wanted.

import { isAddress, readAddress, writeAddress } from '../state/hash.js';
import { rememberVisit } from '../state/memory.js';
import { type Misnamed, nearest } from '../state/names.js';
import { begin, during } from '../state/pending.js';
import { afterFrame, whenQuiet } from '../state/schedule.js';
import { nextTask } from '../state/task.js';
import { createCopyLink } from './copy-link.js';
import type { Frame } from './frame.js';
import { describeMisnamed } from './misnamed.js';
import { createNav } from './nav.js';
import { showNotice } from './notice.js';
import type { Instances, Part } from './parts.js';
import type { Group, Route, View } from './view.js';

/** Browsers allow about a hundred changes of the address in half a minute. */
const settleMs = 300;

/** The first is shown where the address names no view. */
export type Routes = readonly [Route, ...Route[]];

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

/** The view that an address names, or the one with the nearest name. */
export function routeOf(
  routes: Routes,
  hash: string,
): { readonly route: Route; readonly misnamed: readonly Misnamed[] } {
  const { view: given } = readAddress(hash);
  const exact = routes.find(({ name }) => name === given);
  if (exact) return { route: exact, misnamed: [] };
  const names = routes.map(({ name }) => name).filter((name) => name !== '');
  const shown = nearest(given, names) ?? '';
  return {
    route: routes.find(({ name }) => name === shown) ?? routes[0],
    misnamed: [{ kind: 'view', given, shown }],
  };
}

/** Gives the entries of the package that a route names. */
type Supply = (parts: readonly Part[]) => Promise<Instances>;

export function startRouter(
  {
    routes,
    groups,
  }: { readonly routes: Routes; readonly groups: readonly Group[] },
  { nav, menu, tools, main, remark }: Frame,
  supply: Supply,
): void {
  const views = new Map<string, View>();
  const links = createNav(groups, { nav, menu });
  let current = routes[0].name;
  let shown: View | null = null;
  let last = location.hash;
  /** Whether the state to be written is a step away from the one before. */
  let stepping = false;

  /** Remembers what is shown, and tells it the window and those who wait for it. */
  function tell(): void {
    last = location.hash;
    main.dataset.address = last;
    const view = views.get(current);
    const heading = (view?.place && view.heading().textContent) ?? '';
    entitle(heading);
    if (current !== '') rememberVisit({ address: last, heading });
  }

  /** Names the window, and by it the entries of the history and bookmarks. */
  function entitle(heading: string): void {
    const { title } = routeOf(routes, location.hash).route;
    const places = heading === '' ? [title] : [heading, title];
    document.title = [...places, 'posenc Explorer'].join(' · ');
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
    // A view of several places is begun anew by its link.
    if (!view.place) links.lead(current, address);
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

  /** Writes at once what would be written soon. */
  function flush(): void {
    settle.cancel();
    write();
  }

  /** Keeps the current state as a step: the next one gets an entry of its own. */
  function keep(): void {
    flush();
    stepping = true;
    remark.hide();
  }

  /** Says which names of a link were taken for others; the address is mended. */
  function correct(misnamed: readonly Misnamed[]): void {
    if (misnamed.length === 0) return;
    remark.show(...misnamed.map(describeMisnamed));
    flush();
  }

  function put(view: View, arrived: boolean, wrong: readonly Misnamed[]): void {
    if (shown !== view) {
      shown?.leave();
      shown = view;
      main.replaceChildren(view.element);
      view.enter();
    }
    // Canvases are measured and painted only in the frame that shows them.
    afterFrame(begin('picture'));
    const { query, place } = readAddress(location.hash);
    const { places = [] } = view;
    const known = place === '' || places.length === 0 || places.includes(place);
    const near = known ? place : (nearest(place, places) ?? '');
    const inside = view.restore(query, near);
    tell();
    if (arrived) {
      scrollTo(0, 0);
      view.heading().focus({ preventScroll: true });
    }
    correct([
      ...wrong,
      ...(known ? [] : [{ kind: 'screen', given: place, shown: near }]),
      ...inside,
    ]);
  }

  function refuse({ title }: Route, error: unknown): void {
    shown?.leave();
    shown = null;
    const what = `The view “${title}” could not be loaded`;
    // Only a new page loads the view again.
    showNotice(main, what, error);
    tell();
  }

  async function createdOf(route: Route): Promise<View> {
    const { name, parts } = route;
    const [{ create }, instances] = await Promise.all([
      route.load(),
      supply(parts),
    ]);
    // What was loaded has just been run: a view is a task of its own.
    await nextTask();
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
      others: groups
        .flatMap(({ routes }) => routes)
        .filter((other) => other.name !== name),
    });
  }

  async function load(
    route: Route,
    arrived: boolean,
    wrong: readonly Misnamed[],
  ): Promise<void> {
    const { name } = route;
    await during('load', async () => {
      try {
        const view = views.get(name) ?? (await createdOf(route));
        views.set(name, view);
        await nextTask();
        await view.prepare?.(readAddress(location.hash).query);
        // The reader may have gone to another view meanwhile.
        if (current === name) put(view, arrived, wrong);
      } catch (error) {
        if (current === name) refuse(route, error);
      }
    });
  }

  /** `first`: the page has just been opened, so the focus stays. */
  function show(first = false): void {
    const { route, misnamed } = routeOf(routes, location.hash);
    const arrived = !first && route.name !== current;
    if (!first) link();
    stepping = false;
    current = route.name;
    remark.hide();
    links.point(route);
    entitle('');
    const view = views.get(route.name);
    if (view) put(view, arrived, misnamed);
    else void load(route, arrived, misnamed);
  }

  /** Fetches what a view needs. If that fails, the view says so when shown. */
  function expect({ target }: Event): void {
    const link = target instanceof Element && target.closest('a[href^="#/"]');
    if (!link) return;
    const { route } = routeOf(routes, link.getAttribute('href') ?? '');
    route.load().catch(() => {});
    supply(route.parts).catch(() => {});
  }

  const copyLink = createCopyLink(() => {
    flush();
    return location.href;
  }, remark);
  tools.prepend(copyLink);
  // Whoever comes Back from where a link leads finds what was typed last.
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('a[href^="#/"]')) flush();
    },
    { capture: true },
  );
  document.addEventListener('pointerover', expect);
  document.addEventListener('focusin', expect);
  window.addEventListener('hashchange', () => {
    if (isAddress(location.hash)) show();
  });
  // The state may not be written yet when the reader leaves the page.
  window.addEventListener('pagehide', write);
  show(true);
}
