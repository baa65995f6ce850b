// What the scripts of pages of text begin with: the choice of a theme in their head, and
// the signs of pending work.

import { announce } from './announce.js';
import { createThemeSwitch } from './theme.js';

export function startPlainPage(): void {
  document.querySelector('.plain-head .tools')?.append(createThemeSwitch());
  const main = document.querySelector('main');
  if (main) announce(main);
}
