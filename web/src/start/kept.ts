// The control under a figure of the lesson that saves it.

import { columnsOf } from '../plot/keep/columns.js';
import { createKeep } from '../plot/keep/keep.js';
import type { AnyScreen } from './screen.js';

/** `now` gives the state that is drawn, and its numbers. */
export function createLessonKeep(
  screen: AnyScreen,
  now: () => { readonly state: unknown; readonly numbers: unknown },
): HTMLElement {
  const { name, title, say, draw, spec, columns } = screen;
  const { element } = createKeep(() => {
    const { state, numbers } = now();
    return {
      ...{ name: `lesson-${name}`, title, caption: say(state, numbers) },
      spec: spec(state),
      numbers: async () => columnsOf(columns(state, numbers)),
      picture: () => ({
        parts: [
          {
            panel: async (box, inks) => {
              const { panelOf } = await import('./kept-panel.js');
              return panelOf(draw(state, numbers, 'wide'))(box, inks);
            },
          },
        ],
      }),
    };
  });
  return element;
}
