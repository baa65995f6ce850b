// The line below a map that holds what its cursor reads, and what is spoken of it.

import { h, setText } from '../shell/dom.js';
import { createLiveLine } from '../shell/live.js';

export interface Readout {
  readonly elements: readonly HTMLElement[];
  show(text: string): void;
  /** Is spoken once the reader has paused. */
  say(text: string): void;
}

export function createReadout(): Readout {
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  return {
    elements: [reading, live.element],
    show: (text) => setText(reading, text),
    say: live.say,
  };
}
