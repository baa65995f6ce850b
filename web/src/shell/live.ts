// A line that screen readers speak once the reader has paused.

import { whenQuiet } from '../state/schedule.js';
import { h, setText } from './dom.js';

export interface LiveLine {
  readonly element: HTMLElement;
  say(text: string): void;
}

const pauseMs = 250;

export function createLiveLine(): LiveLine {
  const element = h('p', { class: 'spoken', 'aria-live': 'polite' });
  let next = '';
  const speak = whenQuiet('words', pauseMs, () => setText(element, next));
  return {
    element,
    say(text) {
      next = text;
      speak();
    },
  };
}
