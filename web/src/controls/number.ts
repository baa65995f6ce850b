// A control for a number: a slider over round values, and a field that takes
// any number, even one that is out of range: the package checks it.

import { freshId, h } from '../shell/dom.js';
import { toNumber } from '../state/hash.js';
import {
  type Control,
  type ControlKind,
  createNote,
  labelOf,
  type Of,
  type OnInput,
  type Place,
  unsetWords,
} from './control.js';
import { nearestStop, sliderStops } from './stops.js';

type NumberParameter = Of<'number'>;

function create(
  { name, word, path, parameter, range }: Place<NumberParameter>,
  onInput: OnInput,
): Control {
  const { doc, even } = parameter;
  const reach = range(path, parameter);
  // An empty field stands for the default.
  const unset = unsetWords(parameter);
  const stops = sliderStops(reach).filter((v) => !even || v % 2 === 0);
  const note = createNote(doc);
  const id = freshId(name);
  const field = h('input', {
    id,
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: unset ?? '',
    title: unset ?? '',
    'aria-describedby': note.element.id,
  });
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: stops.length - 1,
    step: 1,
    'aria-label': `${name}, slider`,
  });
  const element = h(
    'div',
    { class: 'control', 'data-param': path },
    h('label', { for: id }, ...labelOf({ name, word })),
    field,
    slider,
    note.element,
  );

  function standAt(value: number): void {
    slider.value = String(nearestStop(stops, value));
    const empty = Number.isNaN(value) && unset !== undefined;
    slider.classList.toggle('unset', empty);
    slider.setAttribute('aria-valuetext', empty ? unset : String(value));
  }

  /** Adds or takes one step at an arrow key, as a field of type number does. */
  function nudge(event: KeyboardEvent): void {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const now = toNumber(field.value);
    if (way === undefined || !Number.isFinite(now)) return;
    event.preventDefault();
    const step = even ? 2 : reach.integer || now >= 10 ? 1 : 0.1;
    const next = Number((now + way * step).toPrecision(12));
    field.value = String(next);
    standAt(next);
    onInput(next);
  }

  field.addEventListener('input', () => {
    const value = toNumber(field.value);
    standAt(value);
    onInput(field.value.trim() === '' ? undefined : value);
  });
  field.addEventListener('keydown', nudge);
  slider.addEventListener('input', () => {
    const value = stops[Number(slider.value)] as number;
    field.value = String(value);
    standAt(value);
    onInput(value);
  });

  return {
    element,
    set(value) {
      const number = value === undefined ? Number.NaN : Number(value);
      // Keep a text that stands for the same number, such as "0.": somebody may
      // be typing.
      if (!Object.is(toNumber(field.value), number)) {
        field.value = Number.isNaN(number) ? '' : String(number);
      }
      standAt(number);
    },
    fail: (failure) => note.fail(failure, [field]),
  };
}

export const number: ControlKind<NumberParameter> = {
  create,
  first: ({ even, max = Infinity, min }) => min ?? Math.min(even ? 2 : 1, max),
  settle: (value) => (typeof value === 'number' ? value : Number.NaN),
};
