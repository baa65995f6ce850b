// The views of the page, in the groups and the order of its navigation. A view
// is a folder and a line here; its code and its styles are loaded when it is
// first wanted. A group without views is not shown. The lesson leads into the
// other views and stands below them, beside the figures.

import { type Door, type Group, type Route, route } from '../shell/view.js';

export const groups: readonly Group[] = [
  {
    title: 'Learn',
    routes: [
      route({
        name: 'start',
        title: 'Start',
        words: 'one idea a screen, with something to try on each',
        parts: [],
        load: () => import('../start/view.js'),
      }),
    ],
    pages: [{ title: 'Questions', href: './why/' }],
  },
  {
    title: 'Explore',
    routes: [
      route({
        name: 'encodings',
        title: 'Encodings',
        words: 'every table, drawn, and two beside each other',
        parts: [],
        load: () => import('./encodings/view.js'),
      }),
      route({
        name: 'rope',
        title: 'RoPE',
        words: 'the hands of a model, and its scores by distance',
        parts: [],
        load: () => import('./rope/view.js'),
      }),
      route({
        name: 'biases',
        title: 'Biases',
        words: 'what distance costs, head by head, and the rows it reads',
        parts: [],
        load: () => import('./biases/view.js'),
      }),
      route({
        name: 'attention',
        title: 'Attention',
        words: 'two methods on a sentence of your own',
        parts: ['attention'],
        load: () => import('./attention/view.js'),
      }),
      route({
        name: 'images',
        title: 'Images',
        words: 'which patches are alike, and positions of images in text',
        parts: [],
        load: () => import('./images/view.js'),
      }),
    ],
  },
  {
    title: 'Check',
    routes: [
      route({
        name: 'models',
        title: 'Models',
        words: 'what a model does with positions, by its config.json',
        parts: ['rotary'],
        load: () => import('./models/view.js'),
      }),
      route({
        name: 'precision',
        title: 'Precision',
        words: 'the position at which float32 angles and stored tables break',
        parts: [],
        load: () => import('./precision/view.js'),
      }),
    ],
  },
  { title: 'Lab', routes: [] },
];

/** Views that the foot of the page leads to, and no group has. */
export const aside: readonly Route[] = [
  route({
    name: 'speed',
    title: 'Speed',
    words: 'the benchmark in this browser',
    parts: [],
    load: () => import('./speed/view.js'),
  }),
];

export const views: readonly Route[] = [
  ...groups.flatMap(({ routes }) => routes),
  ...aside,
];

/** The landing shows the first two whose view there is. */
export const doors: readonly Door[] = [
  {
    view: 'start',
    title: 'Learn in seven minutes',
    words: 'One idea a screen, with something to try on each.',
  },
  {
    view: 'models',
    title: 'Check a model',
    words: 'Which encodings its config.json asks for, and what is odd in it.',
  },
  {
    view: 'encodings',
    title: 'Explore the encodings',
    words: 'Every table drawn exactly, with all that can be set.',
  },
];
