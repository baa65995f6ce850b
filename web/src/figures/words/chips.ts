// The words of the sentence as buttons. Dragging a word, or Shift with an arrow
// key, moves it to another place; a press chooses the word of the profile.

import { h, setText } from '../../shell/dom.js';
import { createLiveLine } from '../../shell/live.js';
import { moveWord } from './words.js';

export interface ChipsEvents {
  reorder(order: readonly number[]): void;
  choose(place: number): void;
}

export interface Chips {
  readonly element: HTMLElement;
  show(words: readonly string[], order: readonly number[], word: number): void;
}

interface Chip {
  readonly place: number;
  readonly button: HTMLButtonElement;
}

/** A drag begins once the pointer has moved by more pixels. */
const dragFrom = 5;

export function createChips(events: ChipsEvents): Chips {
  const list = h('ol', { class: 'words', 'aria-label': 'Words, in order' });
  const live = createLiveLine();
  let chips: Chip[] = [];
  let order: readonly number[] = [];

  function indexUnder(x: number, y: number): number {
    return chips.findIndex(({ button }) => {
      const box = button.getBoundingClientRect();
      return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    });
  }

  function move(place: number, to: number): void {
    const from = order.indexOf(place);
    if (to < 0 || to >= order.length || from === to) return;
    // Not only at the next frame: a second key may come before it.
    order = moveWord(order, from, to);
    events.reorder(order);
  }

  function onKey(event: KeyboardEvent, place: number): void {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    const index = order.indexOf(place);
    if (!event.shiftKey) {
      chips[index + way]?.button.focus();
      return;
    }
    move(place, index + way);
    const to = Math.min(order.length, Math.max(1, index + way + 1));
    live.say(`moved to place ${to} of ${order.length}`);
  }

  function startDrag(event: PointerEvent, { place, button }: Chip): void {
    if (event.button !== 0) return;
    const from = { x: event.clientX, y: event.clientY };
    let dragging = false;
    // The controller removes all listeners at the end of the drag.
    const drag = new AbortController();
    const { signal } = drag;
    const end = () => {
      drag.abort();
      button.classList.remove('dragged');
    };
    addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y }) => {
        dragging ||= Math.hypot(x - from.x, y - from.y) > dragFrom;
        button.classList.toggle('dragged', dragging);
        const to = dragging ? indexUnder(x, y) : -1;
        if (to >= 0) move(place, to);
      },
      { signal },
    );
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
    button.addEventListener(
      'click',
      (click) => {
        if (dragging) click.stopImmediatePropagation();
      },
      { once: true, capture: true },
    );
  }

  function make(place: number): Chip {
    const button = h('button', { type: 'button' });
    const chip = { place, button };
    button.addEventListener('pointerdown', (event) => startDrag(event, chip));
    button.addEventListener('keydown', (event) => onKey(event, place));
    button.addEventListener('click', () => events.choose(place));
    return chip;
  }

  return {
    element: h('div', { class: 'words-box' }, list, live.element),
    show(words, next, word) {
      order = next;
      const focused = document.activeElement;
      // The same buttons are kept, with a drag and the focus.
      chips = next.map(
        (place) => chips.find((chip) => chip.place === place) ?? make(place),
      );
      chips.forEach(({ place, button }, i) => {
        setText(button, words[i] ?? '');
        button.setAttribute('aria-pressed', String(place === word));
        button.classList.toggle('moved', place !== i);
      });
      const items = chips.map(
        ({ button }) => button.parentElement ?? h('li', {}, button),
      );
      if (items.some((item, i) => list.children[i] !== item)) {
        list.replaceChildren(...items);
      } else
        while (list.children.length > items.length) list.lastChild?.remove();
      if (focused instanceof HTMLElement && list.contains(focused)) {
        focused.focus();
      }
    },
  };
}
