// Controls made from the description of a method. Parameters that are numbers,
// lists of numbers, words or booleans have a control; others have none.

import type {
  DescribedParameter,
  MethodDescription,
} from 'posenc/descriptions';
import { createChoice } from '../controls/choice.js';
import type { Control } from '../controls/control.js';
import { createFlag } from '../controls/flag.js';
import { createList } from '../controls/list.js';
import { createNumber } from '../controls/number.js';
import type { Spacing } from '../controls/stops.js';
import { h } from '../shell/dom.js';
import { describeFailure, type Failure } from '../shell/failure.js';
import type { SpecValue } from '../state/spec.js';

/** The range of a slider; the field beside it takes any number. */
export interface Reach {
  readonly low?: number;
  readonly high: number;
  readonly spacing: Spacing;
}

export interface PanelOptions<Name extends string> {
  readonly parameters: MethodDescription['parameters'];
  /** The parameters to show, in their order. */
  readonly names: readonly Name[];
  readonly reach: Partial<Record<Name, Reach>>;
  /** `value` is undefined when the option is left out. */
  onInput(name: Name, value: SpecValue | undefined): void;
}

export interface Panel<Name extends string> {
  readonly element: HTMLElement;
  show(values: Readonly<Partial<Record<Name, SpecValue>>>): void;
  /** Puts a failure beside its control; false when it has no control. */
  fail(failure: Failure | null): boolean;
}

function createControl(
  name: string,
  parameter: DescribedParameter,
  reach: Reach,
  onInput: (value: SpecValue | undefined) => void,
): Control | null {
  const { doc } = parameter;
  const defaultsTo =
    parameter.defaultsTo ?? (parameter.optional ? 'not set' : undefined);
  switch (parameter.kind) {
    case 'number': {
      const { min = 0, integer = false, even = false } = parameter;
      const slider = { ...reach, low: reach.low ?? min, integer };
      return createNumber({ name, doc, slider, even, defaultsTo }, onInput);
    }
    case 'choice':
      return createChoice(
        {
          name,
          doc,
          choices: parameter.choices,
          optional: parameter.default === undefined && defaultsTo !== undefined,
        },
        onInput,
      );
    case 'integers':
    case 'numbers': {
      const { min = 0 } = parameter;
      const integer = parameter.kind === 'integers';
      const slider = { ...reach, low: reach.low ?? min, integer };
      return createList({ name, doc, slider, defaultsTo }, onInput);
    }
    case 'boolean':
      return createFlag({ name, doc }, onInput);
    default:
      return null;
  }
}

const widest: Reach = { high: 100, spacing: 'even' };

export function createPanel<Name extends string>(
  options: PanelOptions<Name>,
): Panel<Name> {
  const controls = new Map<Name, Control>();
  for (const name of options.names) {
    const parameter = options.parameters[name];
    if (parameter === undefined) continue;
    const reach = options.reach[name] ?? widest;
    const control = createControl(name, parameter, reach, (value) =>
      options.onInput(name, value),
    );
    if (control) controls.set(name, control);
  }
  const elements = [...controls.values()].map((control) => control.element);
  return {
    element: h('div', { class: 'panel' }, ...elements),
    show(values) {
      for (const [name, control] of controls) control.set(values[name]);
    },
    fail(failure) {
      let placed = false;
      for (const [name, control] of controls) {
        const mine = failure?.param === name;
        control.fail(mine ? describeFailure(failure) : null);
        placed ||= mine;
      }
      return placed;
    },
  };
}
