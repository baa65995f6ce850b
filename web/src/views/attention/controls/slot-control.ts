// The controls of one part of a configuration: a list of the methods of a
// family, and the options of the one that is chosen.

import type { MethodDescription } from 'posenc/descriptions';
import {
  createNote,
  type Group,
  leadsInto,
} from '../../../controls/control.js';
import { createGroup } from '../../../controls/group.js';
import { docOf } from '../../../methods/late.js';
import {
  firstSpec,
  initialNames,
  learnedNames,
  needsExample,
  ownNames,
} from '../../../methods/learned.js';
import { rangeIn } from '../../../methods/reach.js';
import { freshId, h, setText } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { type Spec, type SpecValue, withOption } from '../../../state/spec.js';
import { methodIn, type Slot } from '../state/slots.js';
import type { SideName } from '../state/state.js';
import { familyNames } from './families.js';

export interface SlotControl {
  readonly element: HTMLElement;
  /** Shows the spec of the slot; undefined where it is empty. */
  show(spec: Spec | undefined): void;
  /** Puts a failure beside its control; false when none of these has it. */
  fail(failure: Failure | null): boolean;
}

/** What the page says of the numbers that a method learns. */
function learnedWords(method: MethodDescription): string {
  if (needsExample(method)) {
    return (
      ' What it learns is taken from the example of its reference page, for ' +
      'the first heads.'
    );
  }
  if (learnedNames(method).length > 0) {
    return (
      ' No model is loaded here: what it learns is drawn from a fixed seed, ' +
      'not trained.'
    );
  }
  const names = initialNames(method);
  if (names.length === 0) return '';
  const list = names.map((name) => `\`${name}\``).join(', ');
  return ` The package has its own values for ${list}.`;
}

export function createSlot(
  side: SideName,
  slot: Slot,
  set: (spec: Spec | undefined) => void,
): SlotControl {
  const path = `${side}.${slot.family}`;
  const id = freshId(slot.family);
  const note = createNote('');
  const list = h(
    'select',
    { id, 'aria-describedby': note.element.id },
    h('option', { value: '' }, 'none'),
    ...slot.methods.map(({ name, title }) => {
      return h('option', { value: name }, title);
    }),
  );
  const summary = h('summary');
  const box = h('div', { class: 'inside' });
  const details = h('details', { hidden: true }, summary, box);
  const groups = new Map<string, Group>();
  let spec: Spec | undefined;
  let shown: Group | null = null;

  list.addEventListener('change', () => {
    const method = methodIn(slot, list.value);
    set(method && firstSpec(method));
  });

  function groupOf(method: MethodDescription): Group {
    const made =
      groups.get(method.name) ??
      createGroup({
        parameters: method.parameters,
        names: ownNames(method),
        ...{ path, docOf },
        range: (at, parameter) =>
          rangeIn(method, at.slice(path.length + 1), parameter),
        onInput(name: string, value: SpecValue | undefined) {
          if (spec !== undefined) set(withOption(spec, name, value));
        },
      });
    groups.set(method.name, made);
    return made;
  }

  return {
    element: h(
      'div',
      { class: 'control slot', 'data-param': path },
      h('label', { for: id }, familyNames[slot.family]),
      list,
      note.element,
      details,
    ),
    show(next) {
      spec = next;
      const method = next && methodIn(slot, next.method);
      list.value = method?.name ?? '';
      note.explain(
        method ? `${method.summary}${learnedWords(method)}` : slot.label,
      );
      const group = method ? groupOf(method) : null;
      if (group !== shown) {
        shown = group;
        box.replaceChildren(...(group?.elements ?? []));
        details.hidden = box.children.length === 0;
        details.open = false;
        setText(summary, `Options of ${method?.title ?? ''}`);
      }
      if (next) group?.show(next);
    },
    fail(failure) {
      const mine = failure !== null && leadsInto(failure.param, path);
      const placed = shown?.fail(mine ? failure : null) ?? false;
      if (placed) details.open = true;
      note.fail(mine && !placed ? failure : null, [list]);
      return mine;
    },
  };
}
