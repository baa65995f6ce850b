// Zooming and panning: gestures and keys on an element that shows a part of some
// cells, and buttons beside it. It draws nothing: it says which part is wanted,
// and is told which part is shown. So it serves a heat map, whose two axes move,
// and a chart, of which one axis has a single cell and stays.
//
// A drag with the mouse draws a box, which then fills the element; with Shift it
// pans. The wheel zooms only with Ctrl or ⌘, as two fingers on a touchpad do: a
// wheel alone scrolls the page, even after a press into the map, because here a
// press picks a cell, and who picked one scrolls on. Two fingers on a screen
// zoom and pan; one scrolls the page.

import { select } from 'd3-selection';
import {
  type D3ZoomEvent,
  type ZoomTransform,
  zoom as zoomGestures,
  zoomIdentity,
} from 'd3-zoom';
import { freshId, h } from '../shell/dom.js';
import { createBox } from './box.js';
import {
  around,
  boxed,
  type Crop,
  changed,
  rounded,
  sameCrop,
  scaled,
  wholeOf,
} from './crop.js';
import type { Cell } from './cursor.js';
import type { Cells } from './grid.js';

export interface ZoomEvents {
  /** Another part is wanted; often, while the reader zooms or pans. */
  move(crop: Crop): void;
  /** The same once, for a box or the whole: the reader may want to go back. */
  jump(crop: Crop): void;
}

export interface Zoom {
  /** The buttons. */
  readonly tools: HTMLElement;
  /** Says what the element shows: whole cells of so many. */
  show(cells: Cells, crop: Crop): void;
  /** Says at which cell the keys zoom; null for the middle. */
  at(cell: Cell | null): void;
}

/** How much closer a press of a key or a button looks. */
const step = 1.5;
/** The part of what is shown by which a key pans. */
const pan = 0.1;
/** What a notch of a wheel may do at most: a factor of √2. */
const mostWheel = 0.5;

const help =
  'Plus and minus zoom, Shift with an arrow key pans, 0 shows the whole.';

const pans: Readonly<Record<string, readonly [rows: number, columns: number]>> =
  {
    ArrowUp: [pan, 0],
    ArrowDown: [-pan, 0],
    ArrowLeft: [0, pan],
    ArrowRight: [0, -pan],
  };

function wheelOf({ deltaY, deltaMode }: WheelEvent): number {
  // Lines and pages are given by some mice.
  const pixels = deltaY * ([1, 16, 400][deltaMode] ?? 1);
  return Math.max(-mostWheel, Math.min(mostWheel, -pixels / 100));
}

/** Which events are gestures; all others are left to the page. */
function isGesture(event: Event): boolean {
  if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey;
  if (event instanceof MouseEvent) return event.shiftKey && event.button === 0;
  return 'touches' in event && (event as TouchEvent).touches.length > 1;
}

/**
 * Gives the buttons beside `element`, which has the focus of the keys. `whole`
 * names all that it can show.
 */
export function createZoom(
  element: HTMLElement,
  events: ZoomEvents,
  whole = 'Whole table',
): Zoom {
  let cells: Cells = { rows: 1, columns: 1 };
  let shown: Crop = wholeOf(cells);
  /** What is shown to parts of a cell, so that small gestures add up. */
  let exact: Crop = shown;
  let cell: Cell | null = null;

  /** Asks for a part, if it is another. */
  function want(next: Crop, tell: (crop: Crop) => void): void {
    exact = next;
    const wanted = rounded(next, cells);
    if (sameCrop(wanted, shown)) return;
    shown = wanted;
    setButtons();
    tell(wanted);
  }

  function zoomBy(scale: number): void {
    const { rows, columns } = exact;
    const inside = cell !== null && sameCrop(around(shown, cells, cell), shown);
    const place =
      cell === null || !inside
        ? { rows: 0.5, columns: 0.5 }
        : {
            rows: (cell.row + 0.5 - rows.from) / rows.count,
            columns: (cell.column + 0.5 - columns.from) / columns.count,
          };
    want(scaled(exact, cells, scale, place), events.move);
  }

  function showWhole(): void {
    want(wholeOf(cells), events.jump);
  }

  // Gestures give a transform of the picture; what it adds to the last is
  // taken, because the two axes have limits of their own.
  let last: ZoomTransform = zoomIdentity;
  /** Gestures that have begun: a wheel's ends 150 ms late, maybe in a drag. */
  let open = 0;
  const gestures = zoomGestures<HTMLElement, unknown>()
    .filter(isGesture)
    .touchable(true)
    .wheelDelta(wheelOf)
    .on('zoom', ({ transform }: D3ZoomEvent<HTMLElement, unknown>) => {
      const { clientWidth: width, clientHeight: height } = element;
      const scale = transform.k / last.k;
      const columns = (transform.x - scale * last.x) / width;
      const rows = (transform.y - scale * last.y) / height;
      last = transform;
      want(changed(exact, cells, { scale, rows, columns }), events.move);
    })
    .on('start', () => {
      open += 1;
    })
    .on('end', () => {
      open -= 1;
      if (open > 0) return;
      last = zoomIdentity;
      select(element).property('__zoom', zoomIdentity);
    });
  select(element).call(gestures).on('dblclick.zoom', null);

  createBox(
    element,
    (box) => want(boxed(shown, cells, box), events.jump),
    (box) => ({
      rows: cells.rows > 1 ? box.rows : [0, 1],
      columns: cells.columns > 1 ? box.columns : [0, 1],
    }),
  );

  /** Does what a key says; false for any other key. */
  function obey({ key, shiftKey }: KeyboardEvent): boolean {
    const by = pans[key];
    if (by !== undefined && shiftKey) {
      const [rows, columns] = by;
      const change = { scale: 1, rows, columns };
      want(changed(exact, cells, change), events.move);
    } else if (key === '+' || key === '=') zoomBy(step);
    else if (key === '-' || key === '_') zoomBy(1 / step);
    else if (key === '0') showWhole();
    else return false;
    return true;
  }

  element.addEventListener(
    'keydown',
    (event) => {
      if (event.altKey || event.metaKey || event.ctrlKey) return;
      if (obey(event)) event.preventDefault();
    },
    // Before the keys that move a cursor.
    { capture: true },
  );

  const words = h('p', { class: 'spoken', id: freshId('zoom') }, help);
  element.append(words);
  const described = element.getAttribute('aria-describedby');
  element.setAttribute('aria-describedby', `${described ?? ''} ${words.id}`);

  function createButton(
    text: string,
    label: string,
    press: () => void,
  ): HTMLButtonElement {
    const button = h('button', { type: 'button', 'aria-label': label }, text);
    button.addEventListener('click', press);
    return button;
  }
  const closer = createButton('+', 'Zoom in', () => zoomBy(step));
  const farther = createButton('\u2212', 'Zoom out', () => zoomBy(1 / step));
  const back = createButton(whole, whole, showWhole);

  function setButtons(): void {
    // A button that has the focus keeps it: it does nothing then.
    const all = sameCrop(shown, wholeOf(cells));
    for (const button of [farther, back]) {
      button.setAttribute('aria-disabled', String(all));
    }
  }
  setButtons();

  return {
    tools: h(
      'div',
      { class: 'zoom-tools', role: 'group', 'aria-label': 'Zoom' },
      ...[farther, closer, back],
    ),
    show(next, crop) {
      const other = !sameCrop(wholeOf(cells), wholeOf(next));
      if (other || !sameCrop(rounded(exact, next), crop)) exact = crop;
      cells = next;
      shown = crop;
      setButtons();
    },
    at(next) {
      cell = next;
    },
  };
}
