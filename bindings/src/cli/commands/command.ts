/** What a subcommand of `posenc` is. */
export interface Command {
  /** How it is called, without the `posenc` before it. */
  readonly usage: string;
  /** What it does, in a sentence. */
  readonly summary: string;
  /** Its page of help. */
  readonly help: () => string;
  /** Does it, with the arguments behind its name. */
  readonly run: (given: readonly string[]) => Promise<void>;
}
