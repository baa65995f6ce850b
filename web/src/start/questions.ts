// Questions that people have asked for years, in the order in which they are
// listed. Each has a page of its own in the folder `why/` of the built page:
// `src/why/` has its words and its figure.

export interface Asked {
  /** The folder of its page. */
  readonly name: string;
  readonly question: string;
}

export const questions = [
  { name: 'add-or-concatenate', question: 'Add or concatenate?' },
  { name: 'each-dimension', question: 'What does each dimension say?' },
  { name: 'sine-and-cosine', question: 'Why both sine and cosine?' },
  { name: 'gpt-without-sines', question: 'Why has GPT no sines?' },
  {
    name: 'order-of-columns',
    question: 'Does the order of columns matter?',
  },
  {
    name: 'longer-context',
    question: 'What does extending the context do to the waves?',
  },
  {
    name: 'low-dimensions',
    question: 'Do low dimensions change slowly?',
  },
  {
    name: 'rope-beyond-training',
    question: 'Does RoPE extrapolate by itself?',
  },
] as const satisfies readonly Asked[];

export type QuestionName = (typeof questions)[number]['name'];
