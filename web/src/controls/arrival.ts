// Tells those who hear the page that the lines below controls have come, where they
// were not there when there was first room for them. All of them are loaded at once,
// so it is said once.

import { createLiveLine, type LiveLine } from '../shell/live.js';

let line: LiveLine | null = null;

export function tellArrival(): void {
  if (line === null) {
    line = createLiveLine();
    document.body.append(line.element);
  }
  line.say('The options are explained now.');
}
