// A control for a short list of numbers, such as the lengths of a grid's axes:
// a field for the list, and a slider for each number of a list of up to four.

import { freshId, h } from '../shell/dom.js';
import { type Control, createNote } from './control.js';
import { nearestStop, type SliderRange, sliderStops } from './stops.js';

export interface ListSpec {
  readonly name: string;
  readonly doc: string;
  /** The range of each slider. */
  readonly slider: SliderRange;
  readonly defaultsTo?: string | undefined;
}

const mostSliders = 4;

/** The numbers of a text with commas, spaces, crosses or underscores. */
export function readList(text: string): readonly number[] {
  return text
    .split(/[\s,;_x×]+/u)
    .filter((part) => part !== '')
    .map(Number);
}

export function createList(
  spec: ListSpec,
  onInput: (value: readonly number[] | undefined) => void,
): Control {
  const stops = sliderStops(spec.slider);
  const note = createNote(spec.doc);
  const id = freshId(spec.name);
  const field = h('input', {
    id,
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: spec.defaultsTo?.replaceAll('`', '') ?? '',
    title: spec.defaultsTo?.replaceAll('`', '') ?? '',
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
      'aria-label': `${spec.name}, number ${index + 1}, slider`,
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
      { class: 'control', 'data-param': spec.name },
      h('label', { for: id }, spec.name),
      field,
      sliders,
      note.element,
    ),
    set: (value) => show(Array.isArray(value) ? value : []),
    fail: (message) => note.fail(message, [field]),
  };
}
