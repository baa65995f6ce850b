// The lesson without the package and without scripts: `virtual:lesson` holds the
// numbers of each screen's first state, and `index.html` the text of all screens
// with pictures, which are files of the built page.

import type { Plugin } from 'vite';
import { questions } from '../src/start/questions.js';
import {
  type AnyScreen,
  firstState,
  type Room,
  seeded,
  type Term,
} from '../src/start/screen.js';
import { screens } from '../src/start/screens/index.js';
import { card } from '../src/start/summary.js';
import { svgFile } from '../src/start/svg-file.js';
import { escaped, paragraph, written } from './html.js';
import { instances, type Resolve, resolveBy } from './instances.js';

const name = 'virtual:lesson';
const resolved = `\0${name}`;

/** The numbers of the first state of each screen, by its name. */
export async function firstNumbers(
  resolve: Resolve,
): Promise<Record<string, unknown>> {
  const parts = screens.flatMap((screen) => screen.parts);
  const use = await instances(resolve, parts);
  return Object.fromEntries(
    screens.map((screen) => [
      screen.name,
      screen.compute(use, firstState(screen)),
    ]),
  );
}

/** The file of a screen's picture; a narrow one has larger letters. */
const picture = ({ name }: AnyScreen, room: Room) =>
  `start/${name}${room === 'wide' ? '' : '-narrow'}.svg`;

/** A screen for readers without scripts. */
export function plain(
  screen: AnyScreen,
  numbers: unknown,
  place: number,
): string {
  const figure = screen.say(firstState(screen), numbers);
  const terms = screen.terms.map(
    ({ word, means }: Term) =>
      `<p><b>${written(word)}</b>: ${written(means)}</p>`,
  );
  return (
    `<section><h2>${place}. ${escaped(screen.title)}</h2>` +
    `${paragraph(screen.claim)}${terms.join('')}` +
    '<p><picture><source media="(max-width: 40rem)" ' +
    `srcset="./${picture(screen, 'narrow')}"><img alt="${escaped(figure)}" ` +
    `src="./${picture(screen, 'wide')}"></picture></p>` +
    `${paragraph(figure)}${screen.seeded ? paragraph(seeded) : ''}` +
    `${screen.more.map(paragraph).join('')}</section>`
  );
}

/** The last card, for the same readers. */
export function plainCard(screens: readonly AnyScreen[]): string {
  const lines = screens.flatMap(({ answers }) =>
    answers.map(
      ([question, answer]: readonly [string, string]) =>
        `<p><b>${escaped(question)}</b> ${escaped(answer)}</p>`,
    ),
  );
  const asked = questions.map(
    ({ name, question }) => `<p><a href="./why/${name}/">${question}</a></p>`,
  );
  return (
    `<section><h2>${card.title}</h2>${lines.join('')}</section>` +
    `<section><h2>Questions that people ask</h2>${asked.join('')}</section>`
  );
}

export function lesson(): Plugin {
  let made: Promise<Record<string, unknown>> | undefined;
  return {
    name: 'lesson',
    resolveId: (id) => (id === name ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return undefined;
      made ??= firstNumbers(
        resolveBy({ resolve: (entry) => this.resolve(entry) }),
      );
      return `export const firstNumbers = ${JSON.stringify(await made)};`;
    },
    async generateBundle() {
      const numbers = (await made) ?? {};
      for (const screen of screens) {
        const state = firstState(screen);
        for (const room of ['wide', 'narrow'] as const) {
          const drawing = screen.draw(state, numbers[screen.name], room);
          this.emitFile({
            type: 'asset',
            fileName: picture(screen, room),
            source: svgFile(drawing),
          });
        }
      }
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const numbers = await made;
        if (numbers === undefined) return html;
        const text = screens
          .map((screen, i) => plain(screen, numbers[screen.name], i + 1))
          .join('');
        return html.replace(
          '</noscript>',
          `${text}${plainCard(screens)}</noscript>`,
        );
      },
    },
  };
}
