// Play, pause and step. Nothing moves before it is asked to.

import { h, setText } from '../shell/dom.js';
import type { Play } from './screen.js';

type State = Readonly<Record<string, unknown>>;

export function createPlayer(
  { label, once = 'Step', every, next, first }: Play<State>,
  get: () => State,
  put: (state: State) => void,
) {
  const play = h('button', { type: 'button', class: 'start-press' }, label);
  const step = h('button', { type: 'button' }, once);
  let timer: ReturnType<typeof setInterval> | undefined;

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    setText(play, label);
  }

  /** One step on; at the end, it stands. */
  function move(): void {
    const state = next(get());
    if (state) put(state);
    if (!state || next(state) === null) stop();
  }

  play.addEventListener('click', () => {
    if (timer !== undefined) {
      stop();
      return;
    }
    setText(play, 'Pause');
    timer = setInterval(move, every);
    if (first && next(get()) === null) put(first(get()));
    else move();
  });
  step.addEventListener('click', () => {
    stop();
    move();
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
