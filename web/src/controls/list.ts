// A control for a short list of numbers, such as the lengths of a grid's axes:
// a field for the list, and a slider for each number of a list of up to four.

import { freshId, h } from '../shell/dom.js';
import { isList } from '../state/spec.js';
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

type ListParameter = Of<'integers' | 'numbers'>;

const mostSliders = 4;

/** The numbers of a text with commas, spaces, crosses or underscores. */
export function readList(text: string): readonly number[] {
  return text
    .split(/[\s,;_x×]+/u)
    .filter((part) => part !== '')
    .map(Number);
}

function create(
  { name, word, path, doc, parameter, range }: Place<ListParameter>,
  onInput: OnInput,
): Control {
  const stops = sliderStops(range(path, parameter));
  const note = createNote(doc);
  const unset = unsetWords(parameter) ?? '';
  const id = freshId(name);
  const field = h('input', {
    id,
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: unset,
    title: unset,
    'aria-describedby': note.element.id,
  });
  const sliders = h('div', { class: 'sliders' });
  let list: readonly number[] = [];

  function createSlider(index: number): HTMLInputElement {
    const slider = h('input', {
      type: 'range',
      min: 0,
      max: stops.length - 1,
      step: 1,
      'aria-label': `${name}, number ${index + 1}, slider`,
    });
    slider.addEventListener('input', () => {
      const value = stops[Number(slider.value)] as number;
      show(list.map((old, i) => (i === index ? value : old)));
      onInput(list);
    });
    return slider;
  }

  function standAt(): void {
    const wanted = list.length > mostSliders ? 0 : list.length;
    while (sliders.children.length > wanted) sliders.lastChild?.remove();
    while (sliders.children.length < wanted) {
      sliders.append(createSlider(sliders.children.length));
    }
    [...sliders.children].forEach((slider, i) => {
      const value = list[i] as number;
      (slider as HTMLInputElement).value = String(nearestStop(stops, value));
      slider.setAttribute('aria-valuetext', String(value));
    });
  }

  function show(next: readonly number[]): void {
    list = next;
    // Keep a text that stands for the same numbers: somebody may be typing.
    const now = readList(field.value);
    const same =
      now.length === list.length && now.every((n, i) => Object.is(n, list[i]));
    if (!same) field.value = list.join(', ');
    standAt();
  }

  field.addEventListener('input', () => {
    list = readList(field.value);
    standAt();
    onInput(field.value.trim() === '' ? undefined : list);
  });

  return {
    element: h(
      'div',
      { class: 'control', 'data-param': path },
      h('label', { for: id }, ...labelOf({ name, word })),
      field,
      sliders,
      note.element,
    ),
    set: (value) => show(Array.isArray(value) ? value : []),
    fail: (failure) => note.fail(failure, [field]),
  };
}

export const list: ControlKind<ListParameter> = {
  create,
  first: ({ least = 0, min = 1 }) => Array(Math.max(least, 1)).fill(min),
  settle: (value) => (isList(value) ? value : readList(String(value))),
};
