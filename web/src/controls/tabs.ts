// Tabs over one panel: arrow keys go from tab to tab, as the tab pattern of
// WAI-ARIA asks.

import './tabs.css';
import { freshId, h } from '../shell/dom.js';

export interface Tabs<Name extends string> {
  readonly element: HTMLElement;
  /** The panel, for its content to be put into. */
  readonly panel: HTMLElement;
  set(name: Name): void;
}

/** The tab to which a key leads from tab `at` of `count`; null: to none. */
export function tabAfter(key: string, at: number, count: number) {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % count,
    ArrowLeft: (at + count - 1) % count,
    Home: 0,
    End: count - 1,
  };
  return steps[key] ?? null;
}

export function createTabs<Name extends string>(
  label: string,
  names: Readonly<Record<Name, string>>,
  choose: (name: Name) => void,
): Tabs<Name> {
  const panelId = freshId('panel');
  const all = Object.keys(names) as Name[];
  const tabs = all.map((name) => {
    const tab = h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: freshId('tab'),
        'aria-controls': panelId,
        'data-tab': name,
      },
      names[name],
    );
    tab.addEventListener('click', () => choose(name));
    return tab;
  });
  const list = h('div', { role: 'tablist', 'aria-label': label }, ...tabs);
  list.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = tabs.indexOf(document.activeElement as HTMLButtonElement);
    const next = at < 0 ? null : tabAfter(event.key, at, tabs.length);
    if (next === null) return;
    event.preventDefault();
    tabs[next]?.focus();
    choose(all[next] as Name);
  });
  const panel = h('div', { role: 'tabpanel', id: panelId });
  return {
    element: h('div', { class: 'tabs' }, list, panel),
    panel,
    set(name) {
      tabs.forEach((tab, i) => {
        const chosen = all[i] === name;
        tab.setAttribute('aria-selected', String(chosen));
        tab.tabIndex = chosen ? 0 : -1;
        if (chosen) panel.setAttribute('aria-labelledby', tab.id);
      });
    },
  };
}
