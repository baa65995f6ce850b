// The view of speed: works of the package beside plain JavaScript and beside the
// simplest loops over as many bytes, in the reader's own browser.

import './speed.css';
import { createView, type ViewParts } from '../../shell/create-view.js';
import { h } from '../../shell/dom.js';
import type { View, ViewContext } from '../../shell/view.js';
import { createSpeedFigure } from './figure.js';
import { workNames, workWords } from './works.js';

const claim =
  'How many times as fast as plain JavaScript posenc is, measured in this browser.';

/** What would make the ratios those of something else. */
const disturbs = [
  'Other pages and programs that work at the same time: close them.',
  'A page that is hidden, which browsers slow down: leave it in sight.',
  'Saving energy, and a processor that is hot: they change its speed meanwhile.',
  'The tools for developers, while they are open: they slow WebAssembly down.',
  'Settings that make the clock coarse: turns are longer then.',
];

const createWorks = () =>
  h(
    'dl',
    { class: 'works' },
    ...workNames.flatMap((name) => {
      const { title, yardstick } = workWords[name];
      return [h('dt', {}, title), h('dd', {}, `Its yardstick: ${yardstick}.`)];
    }),
  );

const how =
  'Each work runs in turns with the same work in plain JavaScript, written as loops ' +
  'over typed arrays, and with a yardstick: the simplest thing that moves as many ' +
  'bytes. Its rotation gets cosines and sines that were computed before. Each has 15 ' +
  'turns, and each turn begins with another of them. Then up to four workers run the ' +
  'work of posenc at the same time for half a second.';

function build(): ViewParts<object> {
  const figure = createSpeedFigure();
  return {
    controls: [
      h('p', { class: 'hint' }, how),
      h('h3', {}, 'What would disturb it'),
      h(
        'ul',
        { class: 'disturbs' },
        ...disturbs.map((one) => h('li', {}, one)),
      ),
      createWorks(),
    ],
    pictures: [figure.element],
    rest: [],
    place: () => false,
    refresh: figure.refresh,
    leave: figure.stop,
    draw: () => null,
  };
}

export const create = (context: ViewContext): View =>
  createView<object>(
    {
      name: 'speed',
      title: 'Speed',
      claim: () => claim,
      read: () => ({}),
      write: () => '',
      build,
    },
    context,
  );
