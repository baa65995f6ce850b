// A control for one of several sets of options: a strip or a list of their types,
// and below it the controls of the type that is chosen.

import { accepts } from 'posenc/descriptions';
import { h } from '../shell/dom.js';
import {
  isRecord,
  type Options,
  type SpecValue,
  withValue,
} from '../state/spec.js';
import {
  type Control,
  type ControlKind,
  createFieldset,
  createNote,
  type Group,
  type Of,
  type OnInput,
  type Place,
} from './control.js';
import { createMenu } from './menu.js';
import { createSegments } from './segments.js';

type Variant = Of<'variant'>;

/** The parameters of the type that a value has; undefined if it has none. */
function setOf({ variants }: Variant, value: SpecValue) {
  const type = isRecord(value) ? value.type : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(variants, type)) return;
  return variants[type];
}

/**
 * The value after the choice of a type. Options of the last value stay where
 * the type takes them; others are what they were when it was chosen before, or
 * the first ones.
 */
export function switched(
  { variants }: Variant,
  type: string,
  last: Options,
  before: Options,
  first: Options,
): Options {
  const parameters = variants[type] ?? {};
  const kept = Object.entries(last).filter(([name, value]) => {
    const parameter = Object.hasOwn(parameters, name) && parameters[name];
    return parameter && accepts(parameter, value);
  });
  return { ...first, ...before, ...Object.fromEntries(kept), type };
}

function create(
  { name, word, phrases, path, doc, parameter, inside }: Place<Variant>,
  onInput: OnInput,
): Control {
  const { variants, optional } = parameter;
  const types = Object.keys(variants).filter((type) =>
    inside.settable(variants[type] ?? {}),
  );
  const note = createNote(doc);
  const box = h('div', { class: 'inside', hidden: true });
  const groups = new Map<string, Group>();
  const before = new Map<string, Options>();
  let value: Options = {};
  let shown: Group | null = null;
  const choices = optional ? ['', ...types] : types;
  const empty = Object.hasOwn(variants, 'none') ? 'not set' : 'none';
  const segments =
    phrases === undefined
      ? createSegments(name, choices, choose, empty)
      : createMenu(word ?? name, choices, choose, empty, phrases);

  function change(next: Options): void {
    set(next);
    onInput(next);
  }

  function choose(type: string): void {
    if (type === '') {
      onInput(undefined);
      return;
    }
    const first = inside.first(variants[type] ?? {});
    const earlier = before.get(type) ?? {};
    change(switched(parameter, type, value, earlier, first));
  }

  function groupOf(type: string): Group {
    const made =
      groups.get(type) ??
      inside.group(variants[type] ?? {}, path, (option, given) => {
        change(withValue(value, option, given));
      });
    groups.set(type, made);
    return made;
  }

  function set(next: SpecValue | undefined): void {
    value = next !== undefined && isRecord(next) ? next : {};
    const type = String(value.type);
    const known = setOf(parameter, value) !== undefined;
    // A value that is wrong has none of the types.
    segments.set(next === undefined ? '' : type);
    const group = known ? groupOf(type) : null;
    if (known) before.set(type, value);
    if (group !== shown) {
      shown = group;
      box.replaceChildren(...(group?.elements ?? []));
      box.hidden = box.children.length === 0;
    }
    group?.show(value);
  }

  return {
    element: createFieldset(
      { name, word, path },
      note,
      segments.element,
      note.element,
      box,
    ),
    set,
    fail(failure) {
      const placed = shown?.fail(failure) ?? false;
      note.fail(placed ? null : failure, segments.inputs);
    },
  };
}

export const variant: ControlKind<Variant> = {
  create,
  first({ variants }, first) {
    const [[type, parameters] = ['', {}]] = Object.entries(variants);
    return { type, ...first(parameters) };
  },
  within(parameter, value, convert) {
    const parameters = setOf(parameter, value);
    if (parameters === undefined) return value;
    const { type = '', ...options } = value as Options;
    return { type, ...convert(parameters, options) };
  },
};
