// Sets the language of numbers before anything is loaded that asks the browser
// for it. `main.ts` imports this file first.

import { speakAs } from './language.js';

speakAs(navigator, document.documentElement.lang);
