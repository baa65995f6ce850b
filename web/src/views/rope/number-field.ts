// A field for a number of the view, with its name in words, and a slider where
// it has a range. The line below it appears with an error.

import { createNote } from '../../controls/control.js';
import {
  nearestStop,
  type SliderRange,
  sliderStops,
} from '../../controls/stops.js';
import { freshId, h } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { toNumber } from '../../state/hash.js';

export interface NumberFieldForm {
  /** The name in addresses and in errors. */
  readonly param: string;
  readonly label: string;
  /** What an empty field stands for; without it, an empty field is wrong. */
  readonly unset?: string;
  readonly range?: SliderRange;
  /** A line below the field. */
  readonly doc?: string;
  /** `value` is undefined for an empty field, and NaN for what is no number. */
  onInput(value: number | undefined): void;
}

export interface NumberField {
  readonly element: HTMLElement;
  set(value: number | undefined): void;
  /** False when the failure is about something else. */
  fail(failure: Failure | null): boolean;
}

export function createNumberField({
  param,
  label,
  unset,
  range,
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
    'aria-describedby': note.element.id,
  });
  const stops = range ? sliderStops(range) : [];
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: stops.length - 1,
    'aria-label': `${label}, slider`,
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

  field.addEventListener('input', () => {
    const value = toNumber(field.value);
    standAt(value);
    const empty = field.value.trim() === '' && unset !== undefined;
    onInput(empty ? undefined : value);
  });
  field.addEventListener('keydown', (event) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const now = toNumber(field.value);
    if (way === undefined || !Number.isFinite(now)) return;
    event.preventDefault();
    take(now + way);
  });
  slider.addEventListener('input', () =>
    take(stops[Number(slider.value)] as number),
  );
  return {
    element: h(
      'div',
      { class: 'number-field', 'data-param': param },
      h('label', { for: id }, label),
      field,
      ...(range ? [slider] : []),
      note.element,
    ),
    set(value = Number.NaN) {
      // A text that stands for the same number stays: somebody may be typing.
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
