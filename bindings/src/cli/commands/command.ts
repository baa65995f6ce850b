/** The form of a subcommand of `posenc`. */
export interface Command {
  /** How to call it, without the word `posenc`. */
  readonly usage: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** Makes its page of help. */
  readonly help: () => string;
  /** Runs it with the arguments after its name. */
  readonly run: (given: readonly string[]) => Promise<void>;
}
