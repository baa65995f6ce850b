/** Made while the page is built: see `plugins/formulas.ts`. */
declare module 'virtual:formulas' {
  import type { MethodDescription } from 'posenc/descriptions';

  /** An element. */
  export interface MathTree {
    readonly tag: string;
    readonly attributes?: Readonly<Record<string, string>>;
    readonly styles?: Readonly<Record<string, string>>;
    readonly children: readonly (MathTree | string)[];
  }

  /** The MathML of each equation, in lines, by its LaTeX. */
  export const formulas: Readonly<Record<string, readonly MathTree[]>>;

  /** What `methods` leaves out, by the name of the method. */
  export const words: Readonly<
    Record<string, Pick<MethodDescription, 'formula' | 'badAt' | 'pitfalls'>>
  >;
}
