// Text as HTML, where the build writes it.

import { escaped } from '../src/start/svg-file.js';
import { unmarked } from '../src/start/unmarked.js';

export { escaped };

/** A text with its code and without its marks. */
export const written = (text: string): string =>
  escaped(unmarked(text)).replace(/`([^`]*)`/g, '<code>$1</code>');

export const paragraph = (text: string): string => `<p>${written(text)}</p>`;
