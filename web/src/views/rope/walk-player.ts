// Play, pause and step: both words move along the text.

import { h, setText } from '../../shell/dom.js';
import { createPlayer } from '../../shell/player.js';
import type { Places } from './meeting.js';
import {
  isOver,
  stepped,
  type Walk,
  walkAt,
  walkedTo,
  walkLength,
} from './walk.js';

export interface WalkPlayer {
  readonly element: HTMLElement;
  /** Shows where the words are; whoever moves them otherwise ends the walk. */
  show(places: Places): void;
  stop(): void;
}

export function createWalkPlayer(move: (places: Places) => void): WalkPlayer {
  const way = h('progress', {
    max: walkLength,
    value: 0,
    'aria-label': 'Way of both words along the text',
  });
  const told = h('span', { class: 'numbers' });
  let walk: Walk | null = null;
  let places: Places = { queryAt: 0, keyAt: 0 };

  const over = () => walk !== null && isOver(walk);
  const player = createPlayer({
    label: () => (over() ? 'Play again' : 'Play'),
    every: 200,
    move() {
      walk = stepped(walkAt(walk, places));
      places = walkedTo(walk);
      move(places);
      draw();
      return !over();
    },
  });

  function draw(): void {
    const moved = walk?.moved ?? 0;
    way.value = moved;
    setText(told, `moved along by ${moved} of ${walkLength}`);
  }

  draw();
  return {
    element: h(
      'div',
      { class: 'player' },
      ...[player.play, player.step],
      h('div', { class: 'way' }, told, way),
    ),
    show(next) {
      const { queryAt, keyAt } = next;
      const elsewhere = queryAt !== places.queryAt || keyAt !== places.keyAt;
      places = { queryAt, keyAt };
      if (!elsewhere) return;
      walk = walkAt(walk, places);
      if (walk.moved > 0) return;
      player.stop();
      draw();
    },
    stop: player.stop,
  };
}
