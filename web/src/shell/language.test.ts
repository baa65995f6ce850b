// Numbers are written in English, whatever language the browser names.

import { expect, it } from 'vitest';
import { speakAs } from './language.js';

/** As in browsers, where the language is a getter of the prototype. */
function browserOf(language: string): Pick<Navigator, 'language'> {
  class Browser {
    get language() {
      return language;
    }
  }
  return new Browser();
}

const write = ({ language }: Pick<Navigator, 'language'>) =>
  new Intl.NumberFormat(language).format(1234.5);

it.each(['de-DE', 'fr', 'en-US'])('mends %s', (language) => {
  const browser = browserOf(language);
  speakAs(browser, 'en');
  expect(write(browser)).toBe('1,234.5');
});

it('mends a language that is none', () => {
  const browser = browserOf('C');
  expect(() => write(browser)).toThrow(RangeError);
  speakAs(browser, 'en');
  expect(write(browser)).toBe('1,234.5');
});
