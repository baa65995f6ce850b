// @ts-check
// The programs that the project needs besides Node, and the packages that bring
// them. To add a tool, add an entry here.
import { existsSync, readFileSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { find } from '../lib/run.mjs';

/**
 * @typedef {'build' | 'check' | 'browsers' | 'consumers'} Group
 *   build: compile; check: formatters and linters; browsers: three engines;
 *   consumers: npm packages alone, see npm.mjs
 * @typedef {{ name: string, group: Group, found: () => unknown,
 *   apt: string[], brew?: string }} Tool
 */

/** Where headers are, below a prefix; Homebrew keeps Catch2 2 apart. */
const includes = ['include', 'opt/catch2@2/include'];

/** @param {string} path below an include folder */
function header(path) {
  const prefixes = readFileSync(at('cmake/prefixes.txt'), 'utf8').split('\n');
  return prefixes
    .filter(Boolean)
    .some((prefix) =>
      includes.some((folder) => existsSync(`${prefix}/${folder}/${path}`)),
    );
}

/** @type {Tool[]} */
export const tools = [
  {
    name: 'Emscripten (emcc)',
    group: 'build',
    found: () => find('emcc') && find('em-config'),
    apt: ['emscripten'],
    brew: 'emscripten',
  },
  {
    name: 'CMake',
    group: 'build',
    found: () => find('cmake'),
    apt: ['cmake'],
    brew: 'cmake',
  },
  {
    name: 'Ninja',
    group: 'build',
    found: () => find('ninja'),
    apt: ['ninja-build'],
    brew: 'ninja',
  },
  {
    name: 'a C++ compiler',
    group: 'build',
    found: () => find('clang++', 'g++'),
    apt: ['clang', 'libc6-dev'],
    brew: 'llvm',
  },
  {
    name: 'Eigen',
    group: 'build',
    found: () => header('eigen3/Eigen/Core'),
    apt: ['libeigen3-dev'],
    brew: 'eigen',
  },
  {
    name: 'Catch2 2',
    group: 'build',
    found: () => header('catch2/catch.hpp'),
    apt: ['catch2'],
    brew: 'catch2@2',
  },
  {
    name: 'clang-format',
    group: 'check',
    found: () => find('clang-format'),
    apt: ['clang-format'],
    brew: 'clang-format',
  },
  {
    name: 'clang-tidy',
    group: 'check',
    found: () => find('clang-tidy'),
    apt: ['clang-tidy'],
    brew: 'llvm',
  },
  {
    name: 'Chromium',
    group: 'browsers',
    found: () => find('chromium', 'chromium-browser', 'google-chrome'),
    apt: ['chromium'],
  },
  {
    name: 'Firefox',
    group: 'browsers',
    found: () => find('firefox-esr', 'firefox'),
    apt: ['firefox-esr'],
  },
  {
    name: 'WebKitGTK (WebKitWebDriver)',
    group: 'browsers',
    found: () => find('WebKitWebDriver'),
    apt: ['webkit2gtk-driver'],
  },
  {
    name: 'a virtual screen (xvfb-run)',
    group: 'browsers',
    found: () => find('xvfb-run') && find('xauth'),
    apt: ['xvfb', 'xauth'],
  },
  {
    // Some tests run browsers in a language other than English.
    name: 'the sources of locales',
    group: 'browsers',
    found: () =>
      existsSync('/usr/share/i18n/locales/de_DE') && find('localedef'),
    apt: ['locales'],
  },
];

/** @param {Group[]} groups @returns {Tool[]} those that are not there */
export function missing(groups) {
  return tools.filter((tool) => groups.includes(tool.group) && !tool.found());
}
