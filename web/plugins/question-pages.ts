// The pages of questions, and the page that lists them.

import { type Asked, questions } from '../src/start/questions.js';
import { type AnyFigure, firstState, seeded } from '../src/start/screen.js';
import { inlineSvg } from '../src/start/svg-file.js';
import { figures } from '../src/why/figures/index.js';
import type { Words } from '../src/why/question.js';
import { wordsOf } from '../src/why/words/index.js';
import { escaped, paragraph, written } from './html.js';
import { instances, type Resolve } from './instances.js';
import type { Made } from './pages.js';
import type { PlainPage } from './plain-page.js';

const entry = 'src/why/main.ts';
const within = 'why/';

/** What a figure shows before it is touched, with the numbers that its script needs. */
function figureOf(name: string, figure: AnyFigure, numbers: unknown): string {
  const state = firstState(figure);
  const drawn = (['wide', 'narrow'] as const).map((room) =>
    inlineSvg(figure.draw(state, numbers, room), `start-figure ${room}`),
  );
  return (
    `<figure class="question-figure start" data-question="${name}" ` +
    `data-numbers="${escaped(JSON.stringify(numbers))}">` +
    `<div class="drawn">${drawn.join('')}</div><div class="start-controls"></div>` +
    `<p class="said">${escaped(figure.say(state, numbers))}</p></figure>`
  );
}

/** The other questions, as links from the page of one. */
function others(name: string): string {
  const links = questions
    .filter((other) => other.name !== name)
    .map(
      (other) => `<li><a href="../${other.name}/">${other.question}</a></li>`,
    );
  return (
    '<nav class="others" aria-label="Other questions"><h2>Other questions</h2>' +
    `<ul>${links.join('')}</ul></nav>`
  );
}

/** The text of a question's page. */
export function questionMain(
  { name, question }: Asked,
  { answer, paragraphs, reference, onward, seeded: isSeeded }: Words,
  figure: string,
  root: string,
): string {
  const { authors, year, title, href } = reference;
  return (
    '<article class="question"><header><p class="kicker">' +
    `<a href="../">Questions</a></p><h1>${escaped(question)}</h1>` +
    `<p class="answer">${written(answer)}</p></header>${figure}` +
    `<div class="prose">${paragraphs.map(paragraph).join('')}` +
    `${isSeeded ? `<p class="note">${escaped(seeded)}</p>` : ''}` +
    `<p class="reference">Reference: ${escaped(authors)} ${year}, ` +
    `<a href="${href}">${escaped(title)}</a></p>` +
    `<p class="onward"><a href="${root}${escaped(onward.href)}">` +
    `${escaped(onward.text)}</a></p></div>${others(name)}</article>`
  );
}

function listMain(): string {
  const items = questions.map(
    ({ name, question }) =>
      `<li><a href="${name}/"><b>${escaped(question)}</b></a>` +
      `<p>${written(wordsOf[name].answer)}</p></li>`,
  );
  return (
    '<article class="question list"><header><h1>Questions that people have asked for ' +
    'years</h1><p class="answer">A short page for each: an answer in a sentence, a ' +
    'figure that you can move, and where to read on.</p></header>' +
    `<ol>${items.join('')}</ol></article>`
  );
}

/** The pages, with what the package computes for their figures. */
export async function questionPages(resolve: Resolve): Promise<Made> {
  const shown = await Promise.all(
    questions.map(async (asked) => ({
      asked,
      figure: (await figures[asked.name]()).figure,
    })),
  );
  const use = await instances(
    resolve,
    shown.flatMap(({ figure }) => figure.parts),
  );
  const pages = shown.map(({ asked, figure }): PlainPage => {
    const { name, question } = asked;
    const words = wordsOf[name];
    const numbers = figure.compute(use, firstState(figure));
    return {
      ...{ folder: `why/${name}/`, entry, within },
      title: `${question} Positional encodings of transformers`,
      description: words.answer.replaceAll('`', ''),
      main: (root) =>
        questionMain(asked, words, figureOf(name, figure, numbers), root),
    };
  });
  const list: PlainPage = {
    ...{ folder: 'why/', entry, within },
    title: 'Questions about positional encodings',
    description:
      'Add or concatenate, why sine and cosine, why GPT has no sines: short answers ' +
      'with figures that you can move.',
    main: listMain,
  };
  return { pages: [list, ...pages] };
}
