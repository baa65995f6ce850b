// The end of the list of methods: links to those that other views show.

import { h } from '../shell/dom.js';
import { during } from '../state/pending.js';

type Loaded = typeof import('./elsewhere.js');

export interface ElsewhereList {
  readonly element: HTMLElement;
  /** Fills the list, which is empty before. */
  load(): Promise<void>;
  /** Shows those whose words are sought, and gives how many there are. */
  filter(sought: (text: string) => boolean): number;
  /** The first of them. */
  first(): HTMLAnchorElement | undefined;
}

/** `leave` is called when a link is followed. */
export function createElsewhere(leave: () => void): ElsewhereList {
  const element = h('nav', {
    class: 'elsewhere',
    'aria-label': 'Methods in other views',
    hidden: true,
  });
  const groups = new Map<string, HTMLElement>();
  const items: { text: string; link: HTMLAnchorElement; item: HTMLElement }[] =
    [];

  function fill({ elsewhere }: Loaded): void {
    for (const { title, view, does, address, text } of elsewhere) {
      const words = h('span', { class: 'summary' }, does);
      const link = h('a', { href: address }, h('b', {}, title), words);
      link.addEventListener('click', leave);
      const item = h('li', {}, link);
      const group = groups.get(view) ?? h('ul');
      groups.set(view, group);
      group.append(item);
      items.push({ text, link, item });
    }
    element.replaceChildren(
      ...[...groups].map(([view, list]) =>
        h('div', {}, h('h3', {}, `See ${view}`), list),
      ),
    );
  }

  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    try {
      await during('load', async () => fill(await import('./elsewhere.js')));
    } catch {
      // The list is whole without them, and they are asked for again.
      loading = undefined;
    }
  }

  return {
    element,
    load() {
      loading ??= load();
      return loading;
    },
    filter(sought) {
      for (const { item, text } of items) item.hidden = !sought(text);
      for (const list of groups.values()) {
        const gone = [...list.children].every((item) =>
          item.hasAttribute('hidden'),
        );
        list.parentElement?.toggleAttribute('hidden', gone);
      }
      const found = items.filter(({ item }) => !item.hidden).length;
      element.hidden = found === 0;
      return found;
    },
    first: () => items.find(({ item }) => !item.hidden)?.link,
  };
}
