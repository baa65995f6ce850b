/** Formulas whose equations depend on the options of a call. */

/** A value of an option; null is an option without a value. */
type Value = number | string | boolean | null;

/** The values of an option for which an equation holds. */
export type Condition = Value | { readonly not: Value };

/** A formula, or a part of one, as plain text and as LaTeX. */
export interface Equation {
  readonly text: string;
  readonly latex: string;
  /**
   * Conditions by the names of options; that for a variant is a word `type`. The
   * equation holds if all are met.
   */
  readonly when?: Readonly<Record<string, Condition>>;
  /** Whether the defaults meet the conditions. */
  readonly usual?: true;
}

/** One equation, or several, some of which hold only for some options. */
export type Formula = Equation | readonly Equation[];

/** All equations of a formula. */
export function equationsOf(formula: Formula): readonly Equation[] {
  return 'text' in formula ? [formula] : formula;
}

/** The value that conditions are about: of a variant, its word `type`. */
function conditionedOf(option: unknown): Value {
  const { type } = (typeof option === 'object' && option ? option : {}) as {
    readonly type?: string;
  };
  return type ?? ((option ?? null) as Value);
}

function meets(value: Value, condition: Condition): boolean {
  return condition !== null && typeof condition === 'object'
    ? value !== condition.not
    : value === condition;
}

/**
 * The equations of a formula that hold for the options of a call.
 *
 *   range    `options` include the values of defaults and of a preset
 *   cost     a comparison for each condition
 */
export function equationsFor(
  formula: Formula,
  options: Readonly<Record<string, unknown>>,
): readonly Equation[] {
  return equationsOf(formula).filter(({ when = {} }) =>
    Object.entries(when).every(([name, condition]) =>
      meets(conditionedOf(options[name]), condition),
    ),
  );
}

/** The formula of the usual options, as plain text and as LaTeX. */
export function usualFormula(formula: Formula): Equation {
  const usual = equationsOf(formula).filter(
    (equation) => equation.when === undefined || equation.usual,
  );
  return {
    text: usual.map(({ text }) => text).join(', '),
    latex: usual.map(({ latex }) => latex).join(',\\quad '),
  };
}

/** The conditions of an equation in words: `layout blocks, shift not 0`. */
export function conditionWords({ when = {} }: Equation): string {
  const words = Object.entries(when).map(([name, condition]) => {
    if (condition === null) return `no ${name}`;
    if (typeof condition !== 'object') return `${name} ${condition}`;
    return condition.not === null ? name : `${name} not ${condition.not}`;
  });
  return words.join(', ');
}
