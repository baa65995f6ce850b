/** The form of a subcommand of `posenc`. */
export interface Command {
  /** How to call it, without the word `posenc`. */
  readonly usage: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** Makes its page of help. */
  readonly help: () => string;
  /**
   * Set if `run` itself answers --help, because the page depends on the words
   * before it.
   */
  readonly ownHelp?: true;
  /** Runs it with the arguments after its name. */
  readonly run: (given: readonly string[]) => Promise<void>;
}
