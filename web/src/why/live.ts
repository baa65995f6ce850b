// The figure on the page of a question comes to life: what the build drew gives way to
// the same drawing, which follows its control.

import { createLive } from '../start/live.js';
import { lightMarks } from '../start/marks.js';
import { questions } from '../start/questions.js';
import { firstState } from '../start/screen.js';
import { during } from '../state/pending.js';
import { figures } from './figures/index.js';

async function start(place: HTMLElement): Promise<void> {
  const asked = questions.find(({ name }) => name === place.dataset.question);
  if (!asked) return;
  const { figure } = await figures[asked.name]();
  const live = createLive(figure, JSON.parse(place.dataset.numbers ?? ''), {
    changed() {},
    painted: () => relight(),
  });
  const relight = lightMarks(place);
  const drawn = document.createElement('div');
  drawn.className = 'drawn';
  drawn.append(live.figure);
  live.put(firstState(figure));
  place.replaceChildren(drawn, live.controls, live.said, live.spoken);
  addEventListener('beforeprint', () => live.print(true));
  addEventListener('afterprint', () => live.print(false));
}

export function startFigures(): void {
  for (const place of document.querySelectorAll<HTMLElement>(
    '[data-question]',
  )) {
    // If its script does not come, what the build drew stays.
    during('load', () => start(place)).catch(() => {});
  }
}
