// A button that names a method and opens a list of all methods, with their
// summaries and a field to search the list: the heading of a view, or the choice
// of a second method beside it.

import './chooser.css';
import { facts } from 'virtual:which';
import type { MethodDescription } from 'posenc/descriptions';
import { freshId, h, prose, setText } from '../shell/dom.js';
import { createElsewhere } from './chooser-elsewhere.js';
import { hasWords, likeliest, searchTextOf } from './chooser-search.js';
import { shortly } from './short-summary.js';
import type { Thumbnails } from './thumbnails.js';
import { createAdvice, factsLine } from './which.js';

export interface Chooser {
  readonly element: HTMLElement;
  /** Names the chosen method; null where none is. */
  show(method: MethodDescription | null): void;
}

/** What the button says besides the name of the method. */
export interface ChooserWords {
  /** Before the name. */
  readonly before?: string;
  /** Where no method is chosen. */
  readonly none?: string;
}

export function createChooser(
  methods: readonly MethodDescription[],
  thumbnails: Thumbnails,
  choose: (method: MethodDescription) => void,
  { before, none: unchosen = '' }: ChooserWords = {},
): Chooser {
  const list = freshId('methods');
  const title = h('span');
  // A second chooser need not say again how many there are.
  const count = before ? '' : h('small', {}, `${methods.length} methods`);
  const button = h(
    'button',
    { type: 'button', 'aria-expanded': 'false', 'aria-controls': list },
    title,
    count,
  );
  const search = h('input', {
    type: 'text',
    placeholder: 'Search methods and presets',
    'aria-label': 'Search methods and presets',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const group = freshId('method');
  const entries = methods.map((method) => {
    const input = h('input', {
      type: 'radio',
      name: group,
      value: method.name,
    });
    const words = h(
      'span',
      {},
      h('b', {}, method.title),
      h('span', { class: 'summary' }, ...prose(shortly(method.summary))),
      ...factsLine(facts[method.name]),
    );
    const label = h('label', {}, input, thumbnails.of(method), words);
    input.addEventListener('change', () => choose(method));
    // A click closes the list; the arrow keys try methods while it is open.
    words.addEventListener('click', () => open(false));
    return { method, input, label, text: searchTextOf(method) };
  });
  // A second chooser need not advise again.
  const advice = before ? undefined : createAdvice();
  const others = createElsewhere(() => toggle(false), advice);
  const none = h('p', { class: 'hint', hidden: true }, 'No method found.');
  const popup = h(
    'div',
    { class: 'methods', id: list, hidden: true },
    search,
    ...(advice ? [advice.element] : []),
    h(
      'fieldset',
      {},
      h('legend', { class: 'spoken' }, 'Method'),
      ...entries.map(({ label }) => label),
    ),
    others.element,
    none,
  );
  const element = h('div', { class: 'chooser' }, h('h3', {}, button), popup);

  /** The method that Enter chooses; none where the search found none. */
  let likely: (typeof entries)[number] | undefined;

  function filter(): void {
    for (const { label, text } of entries) {
      label.hidden = !hasWords(text, search.value);
    }
    const found = entries.filter(({ label }) => !label.hidden);
    likely = search.value.trim() ? likeliest(found, search.value) : undefined;
    for (const entry of entries) {
      entry.label.classList.toggle('likely', entry === likely);
    }
    const led = others.filter((text) => hasWords(text, search.value));
    none.hidden = found.length + led > 0;
  }

  let opened = false;

  function toggle(wanted: boolean): void {
    opened = wanted;
    popup.hidden = !opened;
    button.setAttribute('aria-expanded', String(opened));
  }

  function open(wanted: boolean): void {
    if (opened === wanted) return;
    toggle(wanted);
    if (!wanted) {
      button.focus();
      return;
    }
    thumbnails.draw();
    search.value = '';
    filter();
    void others.load().then(filter);
    // The list scrolls to the chosen method; the page stays where it is.
    search.focus({ preventScroll: true });
    const chosen = entries.find(({ input }) => input.checked);
    popup.scrollTop = chosen
      ? chosen.label.offsetTop - popup.clientHeight / 2
      : 0;
  }

  button.addEventListener('click', () => open(!opened));
  search.addEventListener('input', filter);
  element.addEventListener('keydown', (event) => {
    if (!opened) return;
    if (event.key === 'Escape') open(false);
    else if (event.key === 'ArrowDown' && event.target === search) {
      entries.find(({ label }) => !label.hidden)?.input.focus();
    } else if (event.key === 'Enter' && event.target !== button) {
      // Enter in the search field chooses what was found.
      // A link is followed, and a fold opened.
      if (event.target instanceof HTMLAnchorElement) return;
      if (event.target instanceof Element && event.target.closest('summary'))
        return;
      if (event.target === search && likely) choose(likely.method);
      open(false);
      // No table was found, but a method of another view.
      const sought = event.target === search && search.value.trim() !== '';
      if (sought && !likely) others.first()?.click();
    } else return;
    event.preventDefault();
  });
  document.addEventListener('pointerdown', (event) => {
    if (opened && !element.contains(event.target as Node)) toggle(false);
  });

  return {
    element,
    show(method) {
      const words = method ? [before ?? '', method.title] : [unchosen];
      setText(title, words.join(' ').trim());
      for (const entry of entries) {
        entry.input.checked = entry.method === method;
      }
    },
  };
}
