// @ts-check
// Makes locales for this project, so that tests can run programs in another
// language: a Debian machine without a desktop has only the locale C.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { at } from '../lib/paths.mjs';

const folder = at('build/locale');

/** @param {string} locale such as "de_DE.UTF-8" */
function make(locale) {
  const made = `${folder}/${locale}`;
  if (existsSync(made)) return;
  const [language = '', encoding = 'UTF-8'] = locale.split('.');
  // Made under another name, and renamed when it is complete.
  const part = `${folder}/${process.pid}`;
  mkdirSync(folder, { recursive: true });
  execFileSync('localedef', ['-i', language, '-f', encoding, part]);
  try {
    renameSync(part, made);
  } catch {
    // Another process made it first.
    rmSync(part, { recursive: true });
  }
}

/**
 * The environment variables that put a program under a locale, whatever the
 * locale of this process.
 * @param {string} locale "C", "C.UTF-8", or a real one such as "de_DE.UTF-8"
 * @returns {NodeJS.ProcessEnv}
 */
export function underLocale(locale) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(LANG|LANGUAGE|LOCPATH|LC_.*)$/.test(name),
    ),
  );
  Object.assign(env, { LANG: locale, LC_ALL: locale });
  if (/^(C|POSIX)\b/.test(locale)) return env;
  make(locale);
  return { ...env, LANGUAGE: locale, LOCPATH: folder };
}
