// What helps to choose a method: of each that `docs/which.md` compares, what it costs
// and what it does beyond its training, and an advice by what is built.

import { h } from '../shell/dom.js';

/** What is known of a method; words of the document. */
export interface MethodFacts {
  /** Its parameters. */
  readonly costs: string;
  readonly beyond: string;
  readonly models: string;
}

export interface Advice {
  /** What somebody builds. */
  readonly builds: string;
  readonly take: string;
  readonly why: string;
  readonly method: string;
  readonly preset?: string;
}

/** The first names of a list, as many as tell where a method is met. */
function few(models: string): string {
  const all = models.split(/[,;] /);
  return all.length > 3 ? `${all.slice(0, 3).join(', ')} and others` : models;
}

/** A line about a method; nothing where the document does not compare it. */
export function factsLine(facts: MethodFacts | undefined): HTMLElement[] {
  if (!facts) return [];
  const { costs, beyond, models } = facts;
  const words =
    `Parameters: ${costs}. Beyond its training: ${beyond}. ` +
    `Met in: ${few(models)}.`;
  return [h('span', { class: 'which-facts' }, words)];
}

/** A fold of advice; `addressOf` knows where a method is shown. */
export function createAdvice() {
  const list = h('ul');
  const element = h(
    'details',
    { class: 'which-one' },
    h('summary', {}, 'Which one should I use?'),
    list,
  );
  return {
    element,
    fill(
      all: readonly Advice[],
      addressOf: (advice: Advice) => string | undefined,
      leave: () => void,
    ): void {
      const items = all.map((advice) => {
        const { builds, take, why } = advice;
        const href = addressOf(advice);
        const link =
          href === undefined ? h('b', {}, take) : h('a', { href }, take);
        link.addEventListener('click', leave);
        return h('li', {}, `For ${builds}: `, link, `. ${sentence(why)}`);
      });
      list.replaceChildren(...items);
    },
  };
}

/** Words that begin a sentence, and end it. */
const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
