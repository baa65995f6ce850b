// A ruler of positions with a handle for the query, one for the key, and a bar
// between them that moves both.

import { cellTicks, writeCount } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import type { Places } from './meeting.js';
import { type Stretch, stepOf, stretchAround } from './ruler-range.js';

export interface Ruler {
  readonly element: HTMLElement;
  /** `names` are those of the two words. */
  show(places: Places, names: readonly string[]): void;
}

type Handle = 'query' | 'key' | 'both';

const names: Readonly<Record<Handle, string>> = {
  query: 'position of the query',
  key: 'position of the key',
  both: 'both positions',
};

/** The places after one handle has moved by some positions. */
function movedBy({ queryAt, keyAt }: Places, handle: Handle, by: number) {
  return {
    queryAt: handle === 'key' ? queryAt : queryAt + by,
    keyAt: handle === 'query' ? keyAt : keyAt + by,
  };
}

export function createRuler(move: (places: Places) => void): Ruler {
  const ticks = h('div', { class: 'ruler-ticks', 'aria-hidden': 'true' });
  const track = h('div', { class: 'ruler-track' });
  const handles = (Object.keys(names) as Handle[]).map((name) => {
    const label = h('span');
    const element = h(
      'div',
      {
        class: `handle handle-${name}`,
        role: 'slider',
        tabindex: 0,
        'aria-label': names[name],
      },
      label,
    );
    element.addEventListener('pointerdown', (event) => drag(event, name));
    element.addEventListener('keydown', (event) => onKey(event, name));
    return { name, element, label };
  });
  track.append(ticks, ...handles.map(({ element }) => element));
  let places: Places = { queryAt: 0, keyAt: 0 };
  let words: readonly string[] = [];
  let stretch: Stretch = stretchAround(0, 0);
  let dragged = false;

  function positionOf(name: Handle): number {
    const { queryAt, keyAt } = places;
    if (name === 'both') return Math.min(queryAt, keyAt);
    return name === 'query' ? queryAt : keyAt;
  }

  function go(name: Handle, by: number): void {
    if (by === 0) return;
    // Not only at the next frame: a second key may come before it.
    places = movedBy(places, name, by);
    move(places);
  }

  function onKey(event: KeyboardEvent, name: Handle): void {
    const by = stepOf(event.key, stretch);
    if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(name, by);
  }

  /** The whole number of positions that a way in pixels stands for. */
  function positionsIn(pixels: number): number {
    const { low, high } = stretch;
    return Math.round((pixels / track.clientWidth) * (high - low));
  }

  /** A move that keeps what moves on the ruler. */
  function kept(from: Places, name: Handle, by: number): number {
    const moving = [
      ...(name === 'key' ? [] : [from.queryAt]),
      ...(name === 'query' ? [] : [from.keyAt]),
    ];
    const least = stretch.low - Math.min(...moving);
    const most = stretch.high - Math.max(...moving);
    return Math.min(most, Math.max(least, by));
  }

  function drag(event: PointerEvent, name: Handle): void {
    if (event.button !== 0) return;
    const from = places;
    const { target, clientX: start } = event;
    // The controller removes all listeners at the end of the drag.
    const ending = new AbortController();
    const { signal } = ending;
    dragged = true;
    addEventListener(
      'pointermove',
      ({ clientX }) => {
        const by = kept(from, name, positionsIn(clientX - start));
        const next = movedBy(from, name, by);
        go(name, next.queryAt - places.queryAt || next.keyAt - places.keyAt);
      },
      { signal },
    );
    const end = () => {
      ending.abort();
      dragged = false;
      draw();
    };
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }

  function percent(position: number): string {
    const { low, high } = stretch;
    const part = (position - low) / (high - low);
    return `${(100 * Math.min(1, Math.max(0, part))).toFixed(3)}%`;
  }

  function drawTicks({ low, high }: Stretch): void {
    // Long numbers need more room.
    const digits = String(high).length;
    const most = digits <= 4 ? 8 : digits <= 7 ? 4 : 2;
    const marks = cellTicks(low, high - low + 1, most, 'twos');
    ticks.replaceChildren(
      ...marks.map((position) => {
        const mark = h('span', {}, writeCount(position));
        mark.style.left = percent(position);
        return mark;
      }),
    );
  }

  function draw(): void {
    const { queryAt, keyAt } = places;
    // The ruler stands still below a handle that is dragged.
    if (!dragged) stretch = stretchAround(queryAt, keyAt);
    drawTicks(stretch);
    const distance = queryAt - keyAt;
    for (const { name, element, label } of handles) {
      const value = positionOf(name);
      element.style.left = percent(value);
      element.setAttribute('aria-valuemin', String(stretch.low));
      element.setAttribute('aria-valuemax', String(stretch.high));
      element.setAttribute('aria-valuenow', String(value));
      if (name !== 'both') {
        const word = words[name === 'query' ? 0 : 1] ?? '';
        setText(label, `${name} ${word} at ${writeCount(value)}`);
        element.setAttribute('aria-valuetext', `${word} at ${value}`);
        continue;
      }
      element.style.right = `calc(100% - ${percent(Math.max(queryAt, keyAt))})`;
      const { low, high } = stretch;
      element.classList.toggle('late', queryAt + keyAt > low + high);
      setText(label, `distance ${writeCount(Math.abs(distance))}`);
      element.setAttribute(
        'aria-valuetext',
        `query at ${queryAt}, key at ${keyAt}, distance ${distance}`,
      );
    }
  }

  return {
    element: h('div', { class: 'ruler' }, track),
    show(next, names) {
      words = names;
      if (!Number.isFinite(next.queryAt) || !Number.isFinite(next.keyAt)) {
        return;
      }
      places = next;
      draw();
    },
  };
}
