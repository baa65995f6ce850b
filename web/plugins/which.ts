// `virtual:which`: what `docs/which.md` says in its tables, for the list of methods,
// so that the page and the document say the same.

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { Advice, MethodFacts } from '../src/figures/which.js';

const name = 'virtual:which';
const resolved = `\0${name}`;

/** The document, which is among the inputs of the build. */
const file = new URL('../../docs/which.md', import.meta.url);

/** Rows of tables below a heading, as cells, without those of their heads. */
const rowsOf = (section: string): string[][] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '))
    .filter(([first]) => first !== 'method' && first !== 'you build');

/** The method of a call; '' where there is none. */
function methodOf(call: string): string {
  const [, called, named] = /pe\.(\w+)\(|method: '(\w+)'/.exec(call) ?? [];
  return called ?? named ?? '';
}

/** Words without the code that stands behind or between them. */
const plain = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/ \(`[^`]*`\)/g, '')
    .replaceAll('`', '');

export function factsIn(text: string): Readonly<Record<string, MethodFacts>> {
  const sections = text.split(/^### /m).slice(1);
  const found = sections.flatMap((section) =>
    rowsOf(section).flatMap(
      ([, costs = '', , beyond = '', models = '', call = '']) => {
        const method = methodOf(call);
        const facts = {
          costs: plain(costs),
          beyond: plain(beyond),
          models: plain(models),
        };
        return method === '' ? [] : [[method, facts] as const];
      },
    ),
  );
  // Of several rows about a method, the first tells of it as it is.
  return Object.fromEntries([...found].reverse());
}

export function adviceIn(text: string): readonly Advice[] {
  const [, section = ''] = text.split(/^## The short answer$/m);
  return rowsOf(section.split(/^## /m)[0] ?? '').map(
    ([builds = '', take = '', why = '']) => {
      const [words = ''] = take.split(/: `/);
      const [, preset] = /preset: '([^']*)'/.exec(take) ?? [];
      return {
        ...{ builds: plain(builds), take: plain(words), why: plain(why) },
        method: methodOf(take),
        ...(preset === undefined ? {} : { preset }),
      };
    },
  );
}

export function which(): Plugin {
  return {
    name: 'which',
    resolveId: (id) => (id === name ? resolved : undefined),
    load(id) {
      if (id !== resolved) return undefined;
      const text = readFileSync(file, 'utf8');
      return (
        `export const facts = ${JSON.stringify(factsIn(text))};` +
        `export const advice = ${JSON.stringify(adviceIn(text))};`
      );
    },
  };
}
