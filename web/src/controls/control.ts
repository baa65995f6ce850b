// What all controls share: where they stand, how they are set, and the line
// below each that explains the option or shows the package's error.

import type { DescribedParameter } from 'posenc/descriptions';
import { freshId, h, prose } from '../shell/dom.js';
import { describeFailure, type Failure } from '../shell/failure.js';
import { whenOpen } from '../shell/when-open.js';
import type { Options, SpecValue } from '../state/spec.js';
import { tellArrival } from './arrival.js';
import type { SliderRange } from './stops.js';

export type Parameters = Readonly<Record<string, DescribedParameter>>;

/** A parameter of one kind, with its words. */
export type Of<Kind extends DescribedParameter['kind']> = Extract<
  DescribedParameter,
  { readonly kind: Kind }
>;

export interface Control {
  readonly element: HTMLElement;
  /** Shows a value; undefined when the option is left out. */
  set(value: SpecValue | undefined): void;
  /**
   * Shows a failure of the option, or of one inside it, in place of the
   * explanation; null removes it.
   */
  fail(failure: Failure | null): void;
}

/** A line below a control, or one that is loaded when there is room for it. */
export type Doc = string | (() => Promise<string>);

/** `value` is undefined when the option is left out. */
export type OnInput = (value: SpecValue | undefined) => void;

/** Controls of options that stand in one object. */
export interface Group {
  readonly elements: readonly HTMLElement[];
  /** Shows options; where one is left out, its default. */
  show(options: Options): void;
  /** Puts a failure beside its control; false when none of these has it. */
  fail(failure: Failure | null): boolean;
}

/** What controls need for options that stand inside theirs. */
export interface Inside {
  /** Controls of parameters that stand at `path`. */
  group(
    parameters: Parameters,
    path: string,
    onInput: (name: string, value: SpecValue | undefined) => void,
  ): Group;
  /** Values to begin with, of the options that are required. */
  first(parameters: Parameters): Options;
  /** Whether every required option has a control. */
  settable(parameters: Parameters): boolean;
}

/** Where a control stands, and for what. */
export interface Place<P> {
  readonly name: string;
  /** What the line below the control says. */
  readonly doc: Doc;
  /** What people call the option; its name where that is left out. */
  readonly word?: string | undefined;
  /**
   * What each choice does, in a few words: then choices stand in a list, which
   * takes less room than a strip of many.
   */
  readonly phrases?: Readonly<Record<string, string>> | undefined;
  /** The path of the option, as errors name it: `axes[0].length`. */
  readonly path: string;
  readonly parameter: P;
  /** The range of the sliders; fields take any number. */
  range(path: string, parameter: DescribedParameter): SliderRange;
  readonly inside: Inside;
}

/** A kind of control, and what it knows of the values of its parameters. */
export interface ControlKind<P> {
  create(place: Place<P>, onInput: OnInput): Control;
  /** A value to begin with, where the option is required. */
  first(parameter: P, inside: Inside['first']): SpecValue;
  /**
   * A value of an address, in the form that the control has. A wrong value
   * stays wrong: the package checks it.
   */
  settle?(value: SpecValue): SpecValue;
  /** The value with the options inside it converted. */
  within?(
    parameter: P,
    value: SpecValue,
    convert: (parameters: Parameters, options: Options) => Options,
  ): SpecValue;
}

/** The label of a control: what people call it, and its name small beneath. */
export function labelOf({
  name,
  word,
}: Pick<Place<unknown>, 'name' | 'word'>): readonly (string | HTMLElement)[] {
  if (word === undefined) return [name];
  return [
    h('span', { class: 'word' }, word),
    h('small', { class: 'api' }, name),
  ];
}

/** What an option that is left out stands for, in words. */
export function unsetWords(parameter: DescribedParameter): string | undefined {
  const words =
    parameter.defaultsTo ?? (parameter.optional ? 'not set' : undefined);
  return words?.replaceAll('`', '');
}

/** Whether a parameter in an error is at a path, or inside of what is there. */
export function leadsInto(param: string, path: string): boolean {
  if (!param.startsWith(path)) return false;
  return ['', '.', '['].includes(param.charAt(path.length));
}

export interface NoteLine {
  readonly element: HTMLElement;
  /** Changes the explanation, which is shown while there is no error. */
  explain(text: string): void;
  fail(failure: Failure | null, inputs: readonly Element[]): void;
}

/** The line below a control: an explanation, or an error in its place. */
export function createNote(doc: Doc): NoteLine {
  let explanation = typeof doc === 'string' ? doc : '';
  let shown: string | null = null;
  const element = h(
    'p',
    { class: 'note', id: freshId('note') },
    ...prose(explanation),
  );
  if (typeof doc === 'function') {
    whenOpen(element, async () => {
      let late = false;
      requestAnimationFrame(() => {
        late = true;
      });
      explain(await doc());
      if (late) tellArrival();
    });
  }

  function draw(): void {
    element.replaceChildren(...(shown === null ? prose(explanation) : [shown]));
  }

  function explain(text: string): void {
    if (text === explanation) return;
    explanation = text;
    draw();
  }

  return {
    element,
    explain,
    fail(failure, inputs) {
      const message = failure && describeFailure(failure);
      if (message === shown) return;
      shown = message;
      const wrong = message !== null;
      element.classList.toggle('wrong', wrong);
      if (wrong) element.setAttribute('role', 'alert');
      else element.removeAttribute('role');
      draw();
      for (const input of inputs) {
        if (wrong) input.setAttribute('aria-invalid', 'true');
        else input.removeAttribute('aria-invalid');
      }
    },
  };
}

/** A box around controls that belong together, named and explained. */
export function createFieldset(
  { name, word, path }: Pick<Place<unknown>, 'name' | 'word' | 'path'>,
  note: NoteLine,
  ...parts: readonly HTMLElement[]
): HTMLElement {
  return h(
    'fieldset',
    {
      class: 'control',
      'data-param': path,
      'aria-describedby': note.element.id,
    },
    h('legend', {}, ...labelOf({ name, word })),
    ...parts,
  );
}
