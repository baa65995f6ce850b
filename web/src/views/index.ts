// The views of the page, in the order of its navigation. A view is a folder
// and a line here; its code and its styles are loaded when it is first shown.

import type { Routes } from '../shell/view.js';

export const views: Routes = [
  {
    name: 'encodings',
    title: 'Encodings',
    load: () => import('./encodings/view.js'),
  },
  {
    name: 'attention',
    title: 'Attention',
    load: () => import('./attention/view.js'),
  },
  {
    name: 'rope',
    title: 'RoPE attention',
    load: () => import('./rope/view.js'),
  },
];
