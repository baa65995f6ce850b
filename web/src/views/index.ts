// The views of the page, in the order of its navigation. A view is a folder
// and a line here; its code and its styles are loaded when it is first shown. The
// lesson leads into the others and stands below them, beside the figures.

import { type Routes, route } from '../shell/view.js';

export const views: Routes = [
  route({
    name: 'encodings',
    title: 'Encodings',
    parts: ['posenc'],
    load: () => import('./encodings/view.js'),
  }),
  route({
    name: 'attention',
    title: 'Attention',
    parts: ['posenc'],
    load: () => import('./attention/view.js'),
  }),
  route({
    name: 'rope',
    title: 'RoPE attention',
    parts: ['posenc'],
    load: () => import('./rope/view.js'),
  }),
  route({
    name: 'start',
    title: 'Learn',
    parts: [],
    load: () => import('../start/view.js'),
  }),
];
