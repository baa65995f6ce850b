// @ts-check
// What the tour does inside the page. A function that is sent to a browser sees
// nothing of its module; so `installed` puts what the others share into the page.

/**
 * Something of the page that a reader can operate.
 * @typedef {object} Control
 * @property {string} name tells it apart from the others of the page
 * @property {'press' | 'key' | 'drag' | 'walk' | 'choose'} move how it is
 *   operated: pressed by the mouse, changed by a key, dragged, led through by
 *   keys (a map or a chart, whose points lie elsewhere in each engine), chosen
 *   from a list
 */

/**
 * @typedef {object} Tour what `installed` puts into the page as `window.tour`
 * @property {() => (Control & { node: HTMLElement })[]} controls
 * @property {(name: string) => HTMLElement | undefined} named the control of a
 *   name, while the page shows it
 * @property {(node: Element) => boolean} seen whether a reader sees it
 */

/** Puts `window.tour` into the page. */
export function installed() {
  const operable =
    'button, input, select, summary, [role="slider"], [role="application"]';
  // They end the tour, last for ever, or need a permission.
  const left =
    /^(Copy|Save|Play|Pause|Full screen|Leave|Drop|Run|Link|Open a file)/;
  /** @param {Element} node */
  const seen = (node) => {
    const fold = node.closest('details:not([open])');
    if (fold && !node.closest('summary')) return false;
    return node.checkVisibility({ visibilityProperty: true });
  };
  /** @param {Element} node */
  const wordsOf = (node) =>
    node.getAttribute('aria-label') ?? node.textContent?.trim() ?? '';
  /** @param {Element} node @returns {Control['move']} */
  function moveOf(node) {
    const role = node.getAttribute('role');
    if (node.matches('.lines, .chart-field, .layers')) return 'walk';
    if (role === 'application') return 'walk';
    if (role === 'slider') return 'drag';
    if (node instanceof HTMLSelectElement) return 'choose';
    const typed = node instanceof HTMLInputElement;
    return typed && !/checkbox|radio/.test(node.type) ? 'key' : 'press';
  }
  /** @param {Element} node what it is, and where it belongs */
  function kindOf(node) {
    const place = node.closest('[data-param], [data-field], [data-map]');
    const { param, field, map } =
      place instanceof HTMLElement ? place.dataset : {};
    return [
      node.tagName.toLowerCase(),
      node.getAttribute('type') ?? node.getAttribute('role') ?? '',
      param ?? field ?? map ?? node.classList[0] ?? '',
    ].join('.');
  }
  /** @returns {ReturnType<Tour['controls']>} */
  function controls() {
    /** @type {Map<string, number>} */
    const counts = new Map();
    return [...document.querySelectorAll('main *')]
      .filter((node) => node.matches(operable) && seen(node))
      .filter((node) => !left.test(wordsOf(node)))
      .filter(
        (node) =>
          !node.matches(':disabled, .gallery *, [type="file"], .data-table *'),
      )
      .map((node) => {
        const kind = kindOf(node);
        const nth = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, nth);
        return {
          node: /** @type {HTMLElement} */ (node),
          name: `${kind} ${nth}`,
          move: moveOf(node),
        };
      });
  }
  const named = (/** @type {string} */ wanted) =>
    controls().find(({ name }) => name === wanted)?.node;
  Object.assign(window, { tour: { controls, named, seen } });
  // Bars have another width in each engine, and figures the room they leave.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { scrollbar-width: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** Opens all folds. */
export function unfoldedAll() {
  for (const fold of document.querySelectorAll('main details.fold')) {
    fold.setAttribute('open', '');
  }
}

/**
 * Brings figures into the window: some are computed only then.
 * @param {string} selector
 */
export async function passedAll(selector) {
  const figures = document.querySelectorAll(selector);
  for (const figure of figures) {
    figure.scrollIntoView({ block: 'center', behavior: 'instant' });
    // Who waits for it hears of it after the frame.
    for (let i = 0; i < 2; i++) {
      await new Promise((done) =>
        requestAnimationFrame(() => setTimeout(done)),
      );
    }
  }
  if (figures.length > 0) scrollTo({ top: 0, behavior: 'instant' });
}

/**
 * What is not where it should be: of some selectors, what the window does not show
 * as a whole; and controls of which one lies over another.
 * @param {string[]} first
 * @returns {string[]}
 */
export function misplacedNow(first) {
  /** @type {string[]} */
  const wrong = [];
  for (const selector of first) {
    const parts = [...document.querySelectorAll(selector)].filter(
      (part) => part.getClientRects().length > 0,
    );
    if (parts.length === 0) wrong.push(`${selector} is not there`);
    for (const part of parts) {
      const { top, right, bottom, left } = part.getBoundingClientRect();
      const inside =
        top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
      if (!inside) wrong.push(`${selector} from ${top} to ${bottom}`);
    }
  }
  const controls = [
    ...document.querySelectorAll('main :is(button, select, input, summary)'),
  ]
    // A word of a strip covers the button that it stands for.
    .filter((one) => !one.matches('label input, .spoken *'))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    // What is pinned lies over what is scrolled.
    .filter((one) => one.closest('.steps, .pinned') === null)
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.height > 0);
  controls.forEach(({ one, box }, i) => {
    for (const { one: other, box: next } of controls.slice(i + 1)) {
      const across =
        Math.min(box.right, next.right) - Math.max(box.left, next.left);
      const down =
        Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
      if (across <= 1 || down <= 1) continue;
      if (one.contains(other) || other.contains(one)) continue;
      const names = [one, other].map((part) => part.outerHTML.slice(0, 90));
      wrong.push(`${names.join(' lies over ')}`);
    }
  });
  return wrong;
}

/**
 * Scrolls a phone until the end of the controls is below the figure, and tells how
 * far down the figure reaches then, which is held at the top.
 * @returns {Promise<{ room: number, bottom: number, height: number }>}
 */
export async function heldNow() {
  const controls = document.querySelector('.side, .start-words');
  // Room to scroll on, wherever the page ends.
  document.body.style.paddingBottom = `${innerHeight}px`;
  const { bottom: end = 0 } = controls?.getBoundingClientRect() ?? {};
  scrollBy({ top: end - 0.6 * innerHeight, behavior: 'instant' });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const figure = [
    ...document.querySelectorAll('.pinned, .start-show > figure'),
  ].find((part) => part.getClientRects().length > 0);
  const { bottom = 0, height = 0 } = figure?.getBoundingClientRect() ?? {};
  return { room: innerHeight, bottom, height };
}

/**
 * Waits until every table of numbers has all its rows: they come a part in each
 * frame, and `aria-busy` says that more will.
 * @returns {Promise<void>}
 */
export function untilFull() {
  return new Promise((done) => {
    const look = () => {
      if (document.querySelector('main [aria-busy="true"]')) {
        requestAnimationFrame(look);
      } else done();
    };
    look();
  });
}

/** @returns {Control[]} */
export function controlsThere() {
  /** @type {Tour} */
  const { controls } = Reflect.get(window, 'tour');
  return controls().map(({ name, move }) => ({ name, move }));
}

/**
 * Brings a control under the hand: into the window and into focus. Chooses the
 * next entry of a list, whose menu belongs to the system.
 * @param {string} name
 * @returns {boolean} whether the page still shows it
 */
export function reached(name) {
  /** @type {Tour} */
  const { named } = Reflect.get(window, 'tour');
  const node = named(name);
  node?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const by = node?.getAttribute('role') ?? node?.getAttribute('type');
  if (/^(application|slider|text|range|search)$/.test(by ?? '')) {
    node?.focus();
  }
  if (node instanceof HTMLSelectElement) {
    node.focus();
    node.selectedIndex = (node.selectedIndex + 1) % node.options.length;
    node.dispatchEvent(new Event('input', { bubbles: true }));
    node.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return node !== undefined;
}

/**
 * Where the mouse hits a control: the point in whole pixels on it that is
 * nearest to its middle.
 * @param {string} name
 * @returns {import('../engines/browsers.mjs').Place}
 */
export function middleOf(name) {
  /** @type {Tour} */
  const { named } = Reflect.get(window, 'tour');
  const found = named(name);
  // What one presses: the label that hides a radio button, and the wide part of a
  // grip that has a thin line, too.
  const node =
    found?.closest('label') ?? found?.querySelector('.reach') ?? found;
  if (!node) throw new Error(`${name} is gone`);
  const { x, y, width, height } = node.getBoundingClientRect();
  const middle = { x: x + width / 2, y: y + height / 2 };
  let best = { x: Math.round(middle.x), y: Math.round(middle.y) };
  let nearest = Number.POSITIVE_INFINITY;
  const step = Math.max(1, Math.round(Math.max(width, height) / 60));
  for (let px = Math.ceil(x); px < x + width; px += step) {
    for (let py = Math.ceil(y); py < y + height; py += step) {
      const far = Math.hypot(px - middle.x, py - middle.y);
      if (far >= nearest) continue;
      if (!node.contains(document.elementFromPoint(px, py))) continue;
      [best, nearest] = [{ x: px, y: py }, far];
    }
  }
  return best;
}

/**
 * The value of a slider, and whether it is its largest.
 * @param {string} name
 */
export function valueThere(name) {
  /** @type {Tour} */
  const { named } = Reflect.get(window, 'tour');
  const value = named(name)?.getAttribute('aria-valuenow');
  const last = value === named(name)?.getAttribute('aria-valuemax');
  return { value, last };
}

/**
 * What a reader sees and hears: all texts, the values of controls and spoken
 * values of figures, each canvas as drawn or blank, and how far the page
 * reaches beyond its window.
 * @returns {string[]}
 */
export function seenNow() {
  /** @type {Tour} */
  const { seen } = Reflect.get(window, 'tour');
  /** @param {HTMLCanvasElement} canvas */
  function isBlank(canvas) {
    const { width, height } = canvas;
    const copy = Object.assign(document.createElement('canvas'), {
      ...{ width, height },
    });
    const pen = copy.getContext('2d', { willReadFrequently: true });
    if (!pen || width * height === 0) return true;
    pen.drawImage(canvas, 0, 0);
    const { data } = pen.getImageData(0, 0, width, height);
    const pixels = new Uint32Array(data.buffer);
    // A map may say that it is of one colour.
    const told = canvas.closest('figure')?.querySelector('.blank');
    const one = told?.checkVisibility() ? 0 : pixels[0];
    return pixels.every((pixel) => pixel === one);
  }
  /** @type {string[]} */
  const lines = [];
  const walker = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (element === null || !seen(element)) continue;
    if (node instanceof Text) {
      const text = node.data
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ in (under )?[\d.]+ (ms|s)\b/g, ' in some time')
        .trim();
      if (text !== '') lines.push(text);
      continue;
    }
    for (const spoken of ['aria-valuetext', 'aria-label']) {
      const words = element.getAttribute(spoken);
      if (words !== null) lines.push(`(${words})`);
    }
    if (element instanceof HTMLInputElement) {
      const chosen = /radio|checkbox/.test(element.type);
      lines.push(`[${chosen ? element.checked : element.value}]`);
    }
    if (element instanceof HTMLCanvasElement) {
      lines.push(isBlank(element) ? 'a blank canvas' : 'a picture');
    }
  }
  const beyond = document.documentElement.scrollWidth - innerWidth;
  if (beyond > 0) lines.push(`the page is ${beyond} px too wide`);
  return lines;
}
