// A field for a number, with a slider where it has a range. The line below it
// explains it, or shows an error. The field takes any number, even one that is
// out of range: the package checks it.

import { freshId, h } from '../shell/dom.js';
import type { Failure } from '../shell/failure.js';
import { toNumber } from '../state/hash.js';
import { createNote, type Doc, labelOf } from './control.js';
import { nearestStop, type SliderRange, sliderStops } from './stops.js';

export interface NumberFieldForm {
  /** The name in addresses and in errors. */
  readonly param: string;
  /** What it is called. */
  readonly name: string;
  /** What people call it, where that is not its name. */
  readonly word?: string | undefined;
  /** The class of its element, which lays it out. */
  readonly look: 'control' | 'number-field';
  /** What an empty field stands for, if it stands for something. */
  readonly unset?: string | undefined;
  /** The range of the slider; without it there is none. */
  readonly range?: SliderRange;
  /** Whether the slider stands on even numbers only. */
  readonly even?: boolean | undefined;
  /** A line below the field. */
  readonly doc?: Doc;
  /** `value` is undefined for an empty field, and NaN for what is no number. */
  onInput(value: number | undefined): void;
}

export interface NumberField {
  readonly element: HTMLElement;
  /** Shows a number; undefined empties the field. */
  set(value: number | undefined): void;
  /** False when the failure is about something else, or there is none. */
  fail(failure: Failure | null): boolean;
}

export function createNumberField({
  param,
  name,
  word,
  look,
  unset,
  range,
  even = false,
  doc = '',
  onInput,
}: NumberFieldForm): NumberField {
  const id = freshId(param);
  const note = createNote(doc);
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
  const stops = (range ? sliderStops(range) : []).filter(
    (value) => !even || value % 2 === 0,
  );
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: stops.length - 1,
    step: 1,
    'aria-label': `${word ?? name}, slider`,
  });

  function standAt(value: number): void {
    slider.value = String(nearestStop(stops, value));
    const empty = Number.isNaN(value) && unset !== undefined;
    slider.classList.toggle('unset', empty);
    slider.setAttribute('aria-valuetext', empty ? unset : String(value));
  }

  function take(value: number): void {
    field.value = String(value);
    standAt(value);
    onInput(value);
  }

  /** What an arrow key adds or takes, as in a field of type number. */
  function stepAt(value: number): number {
    if (even) return 2;
    return !range || range.integer || value >= 10 ? 1 : 0.1;
  }

  field.addEventListener('input', () => {
    const value = toNumber(field.value);
    standAt(value);
    onInput(field.value.trim() === '' ? undefined : value);
  });
  field.addEventListener('keydown', (event) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const now = toNumber(field.value);
    if (way === undefined || !Number.isFinite(now)) return;
    event.preventDefault();
    take(Number((now + way * stepAt(now)).toPrecision(12)));
  });
  slider.addEventListener('input', () =>
    take(stops[Number(slider.value)] as number),
  );
  return {
    element: h(
      'div',
      { class: look, 'data-param': param },
      h('label', { for: id }, ...labelOf({ name, word })),
      field,
      ...(range ? [slider] : []),
      note.element,
    ),
    set(value = Number.NaN) {
      // Keep a text that stands for the same number, such as "0.": somebody may
      // be typing.
      if (!Object.is(toNumber(field.value), value)) {
        field.value = Number.isNaN(value) ? '' : String(value);
      }
      standAt(value);
    },
    fail(failure) {
      const mine = failure?.param === param;
      note.fail(mine ? failure : null, [field]);
      return mine;
    },
  };
}
