// What each pair adds to a score, as a strip of bars around 0, from the fastest
// pair to the slowest. The strip is a slider that chooses a pair.

import './shares.css';
import { createPairField } from '../../figures/arrows/pair-field.js';
import type { Meeting } from '../../figures/arrows/pairs.js';
import { barsPath } from '../../figures/arrows/steps.js';
import { h, setText, svg } from '../../shell/dom.js';
import {
  mostShareOf,
  restWords,
  sharesOf,
  shareWords,
  speakShare,
} from './share-words.js';

export interface Shares {
  readonly element: HTMLElement;
  draw(meeting: Meeting, chosen: number): void;
}

export function createShares(choose: (pair: number) => void): Shares {
  const marked = svg('rect', { class: 'marked', width: 1 });
  const zero = svg('path', { class: 'zero' });
  const more = svg('path', { class: 'more' });
  const less = svg('path', { class: 'less' });
  const drawing = svg(
    'svg',
    {
      class: 'shares-drawing',
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    ...[marked, zero, more, less],
  );
  const field = createPairField(
    { name: 'shares-field', label: 'Pair, by what it adds to the score' },
    drawing,
    {
      choose,
      point(pair) {
        pointed = pair;
        read();
      },
    },
  );
  const reading = h('p', { class: 'numbers reading' });
  const rest = h('p', { class: 'numbers hint', hidden: true });
  let shown: { readonly meeting: Meeting; readonly chosen: number } | null =
    null;
  let pointed: number | null = null;

  function read(): void {
    if (shown === null) return;
    const { meeting, chosen } = shown;
    setText(reading, shareWords(meeting, pointed ?? chosen, chosen));
  }

  return {
    element: h(
      'div',
      { class: 'shares' },
      h('p', { class: 'hint' }, 'What each pair adds, from fast to slow'),
      field.element,
      reading,
      rest,
    ),
    draw(meeting, chosen) {
      shown = { meeting, chosen };
      const shares = sharesOf(meeting);
      const pairs = shares.length;
      const high = mostShareOf(meeting);
      drawing.setAttribute('viewBox', `0 ${-high} ${pairs} ${2 * high}`);
      zero.setAttribute('d', `M0 0H${pairs}`);
      marked.setAttribute('x', String(chosen));
      marked.setAttribute('y', String(-high));
      marked.setAttribute('height', String(2 * high));
      more.setAttribute(
        'd',
        barsPath(shares, ({ to }) => to >= 0),
      );
      less.setAttribute(
        'd',
        barsPath(shares, ({ to }) => to < 0),
      );
      setText(rest, restWords(meeting));
      rest.hidden = !meeting.hasRest;
      field.show({
        ...{ pairs, columns: pairs, chosen },
        spoken: speakShare(meeting, chosen),
      });
      read();
    },
  };
}
