// The towers of a model as tabs, made anew where the towers are others.

import { createTabs, type Tabs } from '../../controls/tabs.js';
import { h } from '../../shell/dom.js';
import type { NamedTower } from './reading.js';
import { towerTitle } from './tower-words.js';

export function createTowerTabs(choose: (tower: string) => void) {
  const element = h('div', { class: 'towers' });
  let tabs: Tabs<string> | null = null;
  let names = '';
  return {
    element,
    draw(towers: readonly NamedTower[], chosen: string): void {
      const id = JSON.stringify(towers.map(({ name }) => name));
      if (id !== names) {
        names = id;
        const titles = towers.map(({ name }) => [name, towerTitle(name)]);
        tabs = createTabs('Tower', Object.fromEntries(titles), choose);
        element.replaceChildren(tabs.element);
      }
      // One tower is no choice.
      element.hidden = towers.length < 2;
      tabs?.set(chosen);
    },
  };
}
