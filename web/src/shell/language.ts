// The language of the page's numbers, set before anything is loaded that asks
// the browser for it: `main.ts` imports this file first.

import { speakAs } from '../state/language.js';

speakAs(navigator, document.documentElement.lang);
