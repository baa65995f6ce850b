// Play, pause and step through the states of a screen.

import { h } from '../shell/dom.js';
import { createPlayer } from '../shell/player.js';
import type { Play } from './screen.js';

type State = Readonly<Record<string, unknown>>;

export function createPlay(
  { label, once, every, next, first }: Play<State>,
  get: () => State,
  put: (state: State) => void,
) {
  /** Whether there is a step after the state of now. */
  const goesOn = () => next(get()) !== null;

  /** One step on; at the end, it stands. */
  function move(): boolean {
    const state = next(get());
    if (state) put(state);
    return state !== null && next(state) !== null;
  }

  const { play, step, stop } = createPlayer({
    label: () => label,
    ...{ once, every, move },
    begin() {
      if (!first || goesOn()) return move();
      const state = first(get());
      put(state);
      return next(state) !== null;
    },
  });
  return {
    element: h('p', { class: 'start-play' }, play, step),
    set(state: State) {
      step.disabled = next(state) === null;
      play.disabled = step.disabled && first === undefined;
    },
    leave: stop,
  };
}
