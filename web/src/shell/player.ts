// Play, pause and step. Nothing moves before it is asked to, and where the reader
// asks for less motion, what plays makes one step a second.

import { h, setText } from './dom.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** The least milliseconds of a step where the reader asks for less motion. */
const calmMs = 1000;

export interface PlayerForm {
  /** What the button says that plays, while nothing moves. */
  label(): string;
  /** What the button of one step says. Defaults to "Step". */
  readonly once?: string | undefined;
  /** Milliseconds from one step to the next. */
  readonly every: number;
  /** Makes one step; false if it was the last. */
  move(): boolean;
  /** Makes the first step of playing, in place of `move`. */
  begin?(): boolean;
}

export interface Player {
  readonly play: HTMLButtonElement;
  readonly step: HTMLButtonElement;
  /** Writes the label of the button anew. */
  draw(): void;
  stop(): void;
}

export function createPlayer(form: PlayerForm): Player {
  const { once = 'Step', every, move, begin = move } = form;
  const play = h('button', { type: 'button', class: 'play' }, form.label());
  const step = h('button', { type: 'button' }, once);
  let timer: ReturnType<typeof setInterval> | undefined;

  function draw(): void {
    setText(play, timer === undefined ? form.label() : 'Pause');
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    draw();
  }

  function take(one: () => boolean): void {
    if (!one()) stop();
    draw();
  }

  play.addEventListener('click', () => {
    if (timer !== undefined) return stop();
    const pace = calm.matches ? Math.max(calmMs, every) : every;
    timer = setInterval(() => take(move), pace);
    take(begin);
  });
  step.addEventListener('click', () => {
    stop();
    take(move);
  });
  return { play, step, draw, stop };
}
