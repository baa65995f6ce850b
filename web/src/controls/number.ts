// A control for a number: a slider over round values, and a field that takes
// any number, even one that is out of range: the package checks it.

import { freshId, h } from '../shell/dom.js';
import { toNumber } from '../state/hash.js';
import { type Control, createNote } from './control.js';
import { nearestStop, type SliderRange, sliderStops } from './stops.js';

export interface NumberSpec {
  readonly name: string;
  readonly doc: string;
  readonly slider: SliderRange;
  readonly even?: boolean;
  /** The default in words, which an empty field stands for. */
  readonly defaultsTo?: string | undefined;
}

export function createNumber(
  spec: NumberSpec,
  onInput: (value: number | undefined) => void,
): Control {
  const { slider: range, even } = spec;
  const stops = sliderStops(range).filter((v) => !even || v % 2 === 0);
  const note = createNote(spec.doc);
  const id = freshId(spec.name);
  const field = h('input', {
    id,
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: spec.defaultsTo?.replaceAll('`', '') ?? '',
    title: spec.defaultsTo?.replaceAll('`', '') ?? '',
    'aria-describedby': note.element.id,
  });
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: stops.length - 1,
    step: 1,
    'aria-label': `${spec.name}, slider`,
  });
  const element = h(
    'div',
    { class: 'control', 'data-param': spec.name },
    h('label', { for: id }, spec.name),
    field,
    slider,
    note.element,
  );

  function standAt(value: number): void {
    slider.value = String(nearestStop(stops, value));
    const unset = Number.isNaN(value) && spec.defaultsTo !== undefined;
    slider.classList.toggle('unset', unset);
    slider.setAttribute(
      'aria-valuetext',
      unset ? (spec.defaultsTo ?? '') : String(value),
    );
  }

  /** Adds or takes one step at an arrow key, as a field of type number does. */
  function nudge(event: KeyboardEvent): void {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const now = toNumber(field.value);
    if (way === undefined || !Number.isFinite(now)) return;
    event.preventDefault();
    const step = even ? 2 : range.integer || now >= 10 ? 1 : 0.1;
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
    fail: (message) => note.fail(message, [field]),
  };
}
