// The theme: light, dark, or that of the system. The choice is kept between
// visits; public/theme.js applies it before the first paint.

import { createSegments } from '../controls/segments.js';
import type { Theme } from '../plot/colormap.js';
import { h } from './dom.js';

const choices = ['auto', 'light', 'dark'] as const;
type Choice = (typeof choices)[number];

const storageKey = 'posenc-theme';
const root = document.documentElement;
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners: (() => void)[] = [];

function choice(): Choice {
  return choices.find((word) => word === root.dataset.theme) ?? 'auto';
}

/** The theme that is on the screen now. */
export function theme(): Theme {
  const chosen = choice();
  if (chosen !== 'auto') return chosen;
  return system.matches ? 'dark' : 'light';
}

export function onThemeChange(listener: () => void): void {
  listeners.push(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function choose(chosen: Choice): void {
  if (chosen === 'auto') delete root.dataset.theme;
  else root.dataset.theme = chosen;
  try {
    if (chosen === 'auto') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, chosen);
  } catch {
    // Storage may be forbidden; the theme then lasts as long as the page.
  }
  tell();
}

// Paper is white, but a canvas keeps the colours that it was painted in.
addEventListener('beforeprint', () => {
  root.dataset.painted = theme();
});
addEventListener('afterprint', () => {
  delete root.dataset.painted;
});

/** The three choices as radio buttons. */
export function createThemeSwitch(): HTMLElement {
  system.addEventListener('change', tell);
  const { element, set } = createSegments('theme', choices, choose);
  set(choice());
  const legend = h('legend', { class: 'spoken' }, 'Theme');
  return h('fieldset', { class: 'theme' }, legend, element);
}
