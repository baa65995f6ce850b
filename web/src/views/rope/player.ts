// Play, pause and step: both words move along the text. Nothing moves before it
// is asked to. Where the reader asks for less motion, a playing walk makes one
// step a second.

import { h, setText } from '../../shell/dom.js';
import type { Places } from './meeting.js';
import {
  isOver,
  stepped,
  type Walk,
  walkAt,
  walkedTo,
  walkLength,
} from './walk.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Milliseconds from one step to the next. */
const pace = () => (calm.matches ? 1000 : 200);

export interface Player {
  readonly element: HTMLElement;
  /** Shows where the words are; whoever moves them otherwise ends the walk. */
  show(places: Places): void;
  stop(): void;
}

export function createPlayer(move: (places: Places) => void): Player {
  const play = h('button', { type: 'button', class: 'play' }, 'Play');
  const step = h('button', { type: 'button' }, 'Step');
  const way = h('progress', {
    max: walkLength,
    value: 0,
    'aria-label': 'Way of both words along the text',
  });
  const told = h('span', { class: 'numbers' });
  let walk: Walk | null = null;
  let places: Places = { queryAt: 0, keyAt: 0 };
  let timer: ReturnType<typeof setInterval> | undefined;

  const playing = () => timer !== undefined;

  function draw(): void {
    const moved = walk?.moved ?? 0;
    const over = walk !== null && isOver(walk);
    setText(play, playing() ? 'Pause' : over ? 'Play again' : 'Play');
    way.value = moved;
    setText(told, `moved along by ${moved} of ${walkLength}`);
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    draw();
  }

  function go(): void {
    walk = stepped(walkAt(walk, places));
    places = walkedTo(walk);
    move(places);
    if (isOver(walk)) stop();
    draw();
  }

  play.addEventListener('click', () => {
    if (playing()) return stop();
    timer = setInterval(go, pace());
    go();
  });
  step.addEventListener('click', () => {
    stop();
    go();
  });
  draw();
  return {
    element: h(
      'div',
      { class: 'player' },
      ...[play, step],
      h('div', { class: 'way' }, told, way),
    ),
    show(next) {
      const { queryAt, keyAt } = next;
      const elsewhere = queryAt !== places.queryAt || keyAt !== places.keyAt;
      places = { queryAt, keyAt };
      if (!elsewhere) return;
      walk = walkAt(walk, places);
      if (walk.moved === 0) stop();
    },
    stop,
  };
}
