// What the worker of this view can be asked.

export interface ModelsJobs {
  /** The configuration in the header of a GGUF file, as text. */
  readonly gguf: { readonly input: File; readonly output: string };
}
