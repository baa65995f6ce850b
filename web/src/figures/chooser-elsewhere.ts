// The end of the list of methods: those that are no tables, with small pictures,
// as links to the views that show them.

import { advice, facts } from 'virtual:which';
import { h } from '../shell/dom.js';
import { during } from '../state/pending.js';
import {
  createPicture,
  paintPicture,
  type SmallPicture,
} from './small-picture.js';
import { type Advice, type createAdvice, factsLine } from './which.js';

type Loaded = typeof import('./elsewhere.js');
type Listed = Loaded['nowhere'][number];

export interface ElsewhereList {
  readonly element: HTMLElement;
  /** Fills the list, which is empty before, in the colours of the page. */
  load(): Promise<void>;
  /** Shows those whose words are sought, and gives how many there are. */
  filter(sought: (text: string) => boolean): number;
  /** The first of them. */
  first(): HTMLAnchorElement | undefined;
}

/** Where the method of an advice is shown. */
function addressOf(
  { everywhere }: Loaded,
  { method, preset }: Advice,
): string | undefined {
  const shown = everywhere.find(({ name }) => name === method);
  if (!shown || preset === undefined) return shown?.address;
  const query = new URLSearchParams({ preset }).toString();
  return shown.address.includes('?')
    ? `${shown.address}&${query}`
    : `${shown.address}?${query}`;
}

/** `leave` is called when a link is followed; the fold gets its links with the list. */
export function createElsewhere(
  leave: () => void,
  fold?: ReturnType<typeof createAdvice>,
): ElsewhereList {
  const element = h('nav', {
    class: 'elsewhere',
    'aria-label': 'Methods in other views',
    hidden: true,
  });
  const groups = new Map<string, HTMLElement>();
  const items: { text: string; entry: HTMLElement; item: HTMLElement }[] = [];
  const canvases: { name: string; canvas: HTMLCanvasElement }[] = [];

  /** Puts an entry into a group; one without an address is no link. */
  function add(
    heading: string,
    { name, title, does, text }: Listed,
    address?: string,
  ): void {
    const canvas = createPicture(name);
    canvases.push({ name, canvas });
    const words = h('span', { class: 'summary' }, does);
    const entry = h(
      address === undefined ? 'div' : 'a',
      { class: 'other-method', ...(address && { href: address }) },
      canvas,
      h('span', {}, h('b', {}, title), words, ...factsLine(facts[name])),
    );
    if (address !== undefined) entry.addEventListener('click', leave);
    const item = h('li', {}, entry);
    const group = groups.get(heading) ?? h('ul');
    groups.set(heading, group);
    group.append(item);
    items.push({ text, entry, item });
  }

  function fill({ elsewhere, nowhere }: Loaded): void {
    for (const shown of elsewhere) {
      add(`See ${shown.view}`, shown, shown.address);
    }
    for (const listed of nowhere) add('Of images, in no view yet', listed);
    element.replaceChildren(
      ...[...groups].map(([heading, list]) =>
        h('div', {}, h('h3', {}, heading), list),
      ),
    );
  }

  let loading: Promise<Readonly<Record<string, SmallPicture>>> | undefined;

  async function loaded() {
    const [methods, { pictures }] = await Promise.all([
      import('./elsewhere.js'),
      import('virtual:small-pictures'),
    ]);
    fill(methods);
    fold?.fill(advice, (one) => addressOf(methods, one), leave);
    return pictures;
  }

  async function load(): Promise<void> {
    try {
      await during('load', async () => {
        loading ??= loaded();
        const pictures = await loading;
        for (const { name, canvas } of canvases) {
          const picture = pictures[name];
          if (picture) paintPicture(canvas, picture);
        }
      });
    } catch {
      // The list is whole without them, and they are asked for again.
      loading = undefined;
    }
  }

  return {
    element,
    load,
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
    first() {
      const found = items.find(
        ({ item, entry }) => !item.hidden && entry instanceof HTMLAnchorElement,
      );
      return found?.entry as HTMLAnchorElement | undefined;
    },
  };
}
