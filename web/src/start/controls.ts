// The controls of a screen, made from their descriptions.

import { freshId, h, setText } from '../shell/dom.js';
import { createPlay } from './play.js';
import type { Choice, Control, Press, Range } from './screen.js';

type State = Readonly<Record<string, unknown>>;

export interface Built {
  readonly element: HTMLElement;
  set(state: State): void;
  /** Stops what moves. */
  leave?(): void;
}

function choice(
  { label, field, options }: Choice<State>,
  get: () => State,
  put: (state: State) => void,
): Built {
  const group = freshId('choice');
  const inputs = options.map(([value]) => {
    const input = h('input', { type: 'radio', name: group, value });
    input.addEventListener('change', () => put({ ...get(), [field]: value }));
    return input;
  });
  const labels = inputs.map((input, i) =>
    h('label', {}, input, h('span', {}, options[i]?.[1] ?? '')),
  );
  const means = h('span', { class: 'start-means' });
  const isExplained = options.some(([, , meaning]) => meaning !== undefined);
  return {
    element: h(
      'fieldset',
      { class: 'start-choice', 'data-field': field },
      h('legend', {}, label, ...(isExplained ? [means] : [])),
      h('div', { class: 'segments' }, ...labels),
    ),
    set(state) {
      for (const input of inputs) input.checked = input.value === state[field];
      const chosen = options.find(([value]) => value === state[field]);
      setText(means, chosen ? `${chosen[1]}: ${chosen[2]}` : '');
    },
  };
}

/** The place of the stop that is nearest to a value. */
function nearest(stops: readonly number[], value: number): number {
  const off = stops.map((stop) => Math.abs(stop - value));
  return off.indexOf(Math.min(...off));
}

function range(
  { label, field, say = String, ticks, stops, ...limits }: Range<State>,
  get: () => State,
  put: (state: State) => void,
): Built {
  const id = freshId('range');
  const {
    min,
    max,
    step = 1,
  } = stops ? { min: 0, max: stops.length - 1 } : limits;
  const input = h('input', { type: 'range', id, min, max, step });
  const output = h('output', { for: id, class: 'numbers' });
  const move = (value: number) => put({ ...get(), [field]: value });
  input.addEventListener('input', () => {
    const at = input.valueAsNumber;
    move(stops?.[at] ?? at);
  });
  const buttons = (ticks ?? []).map((value) => {
    const button = h('button', { type: 'button' }, say(value));
    button.addEventListener('click', () => move(value));
    return button;
  });
  return {
    element: h(
      'div',
      { class: 'start-range', 'data-field': field },
      h('label', { for: id }, label),
      output,
      input,
      ...(buttons.length > 0
        ? [h('p', { class: 'start-ticks' }, ...buttons)]
        : []),
    ),
    set(state) {
      const value = Number(state[field]);
      input.value = String(stops ? nearest(stops, value) : value);
      input.setAttribute('aria-valuetext', say(value));
      setText(output, say(value));
      buttons.forEach((button, i) => {
        button.ariaPressed = String(ticks?.[i] === value);
      });
    },
  };
}

function press(
  { label, to }: Press<State>,
  get: () => State,
  put: (state: State) => void,
): Built {
  const button = h('button', { type: 'button', class: 'start-press' });
  button.addEventListener('click', () => put(to(get())));
  return {
    element: button,
    set: (state) =>
      setText(button, typeof label === 'string' ? label : label(state)),
  };
}

export function createControl(
  control: Control<State>,
  get: () => State,
  put: (state: State) => void,
): Built {
  switch (control.kind) {
    case 'choice':
      return choice(control, get, put);
    case 'range':
      return range(control, get, put);
    case 'press':
      return press(control, get, put);
    case 'play':
      return createPlay(control, get, put);
  }
}
