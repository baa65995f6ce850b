// The controls of several parameters, each by its kind; those of options inside
// options, too.

import { type DescribedParameter, heldValue } from 'posenc/descriptions';
import type { Options, SpecValue } from '../state/spec.js';
import {
  type Control,
  type Doc,
  type Group,
  leadsInto,
  type Parameters,
  type Place,
} from './control.js';
import { controlOf } from './index.js';

export interface GroupOptions<Name extends string> {
  readonly parameters: Parameters;
  /** The parameters to show, in their order. */
  readonly names: readonly Name[];
  readonly range: Place<never>['range'];
  /** The path of the object in which the options stand; none at the top. */
  readonly path?: string;
  /** The line below a control, where the parameter does not bring it. */
  readonly docOf?: (parameter: DescribedParameter) => Doc;
  /**
   * What people call some of the options, and what some of their choices do:
   * `scaling.linear`.
   */
  readonly words?: Readonly<Record<string, string>>;
  /** `value` is undefined when the option is left out. */
  onInput(name: Name, value: SpecValue | undefined): void;
}

/** Whether a call without the parameter is refused. */
export const isRequired = (parameter: DescribedParameter) =>
  !parameter.optional && !('default' in parameter);

/** Values to begin with, of those parameters that are required. */
export function firstOptions(parameters: Parameters): Options {
  const required = Object.entries(parameters).flatMap(
    ([name, parameter]): [string, SpecValue][] => {
      const kind = controlOf(parameter);
      if (!isRequired(parameter) || kind === null) return [];
      return [[name, kind.first(parameter, firstOptions)]];
    },
  );
  return Object.fromEntries(required);
}

/**
 * Whether every required parameter has a control. Learned matrices have none,
 * so that what requires them cannot be chosen on a page.
 */
export const settable = (parameters: Parameters): boolean =>
  Object.values(parameters).every(
    (parameter) => !isRequired(parameter) || controlOf(parameter) !== null,
  );

/** The words for the choices of an option; undefined where there are none. */
function phrasesOf(
  name: string,
  words: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const start = `${name}.`;
  const own = Object.entries(words).flatMap(([key, phrase]) =>
    key.startsWith(start) ? [[key.slice(start.length), phrase] as const] : [],
  );
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}

/** Parameters without a control are left out. */
export function createGroup<Name extends string>({
  parameters,
  names,
  range,
  path: above,
  docOf = ({ doc }) => doc,
  words = {},
  onInput,
}: GroupOptions<Name>): Group {
  const controls: { name: Name; path: string; control: Control }[] = [];
  const inside: Place<never>['inside'] = {
    group: (parameters, path, onInput) => {
      const names = Object.keys(parameters);
      return createGroup({ parameters, names, range, path, docOf, onInput });
    },
    first: firstOptions,
    settable,
  };
  for (const name of names) {
    const parameter = parameters[name];
    if (parameter === undefined) continue;
    const path = above === undefined ? name : `${above}.${name}`;
    const control = controlOf(parameter)?.create(
      {
        ...{ name, word: words[name], phrases: phrasesOf(name, words) },
        ...{ path, doc: docOf(parameter), parameter, range, inside },
      },
      (value) => onInput(name, value),
    );
    if (control) controls.push({ name, path, control });
  }
  return {
    elements: controls.map(({ control }) => control.element),
    show(options) {
      for (const { name, control } of controls) {
        control.set(options[name] ?? heldValue({ parameters }, {}, name));
      }
    },
    fail(failure) {
      let placed = false;
      for (const { path, control } of controls) {
        const mine = failure !== null && leadsInto(failure.param, path);
        control.fail(mine ? failure : null);
        placed ||= mine;
      }
      return placed;
    },
  };
}
