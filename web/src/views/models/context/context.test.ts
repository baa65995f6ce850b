// The settings for longer texts, and what is said of them, against the package.

import { execFileSync } from 'node:child_process';
import { extend, type Finding } from 'posenc/models';
import { describe, expect, it } from 'vitest';
import { countWords, takenWords } from '../findings/finding-words.js';
import { type Engine, engines } from '../state.js';
import { allRead, numbersIn } from '../testing.js';
import { type Context, contextOf, noteParts, reachWords } from './context.js';
import { pythonOf, settingsText, standIns } from './settings-text.js';

const lengths = [1000, 100_000, 1_000_000, 10_000_000];

interface Asked {
  readonly where: string;
  readonly engine: Engine;
  readonly to: number;
  readonly config: unknown;
  readonly context: Context;
}

const asked: readonly Asked[] = allRead.flatMap(({ name, reading }) =>
  lengths.flatMap((to) =>
    engines.map((engine) => ({
      ...{ where: `${name}, ${engine}, ${to}`, engine, to },
      config: reading.config,
      context: contextOf(reading, to, engine),
    })),
  ),
);

const inShell: readonly Engine[] = ['vllm', 'sglang', 'llama.cpp'];

/** A value of Python as JSON; its strings have no quotes inside. */
const jsonOf = (python: string): unknown =>
  JSON.parse(
    python.replace(/"[^"]*"|True|False|None/g, (word) => {
      const words: Record<string, string> = {
        ...{ True: 'true', False: 'false', None: 'null' },
      };
      return words[word] ?? word;
    }),
  );

describe('settings', () => {
  it('are those of the package, or its reason why there are none', () => {
    let refused = 0;
    for (const { where, engine, to, config, context } of asked) {
      try {
        const wanted = extend(config, { to, for: engine });
        expect(context.notes, where).toEqual(wanted.notes);
        const changes =
          JSON.stringify(wanted.config) !== JSON.stringify(config);
        expect(context.changed, where).toEqual(changes ? wanted.config : null);
        expect(context.failure, where).toBeNull();
      } catch (error) {
        refused += 1;
        expect(context.text, where).toBeNull();
        expect(context.failure?.message, where).toBe((error as Error).message);
      }
    }
    expect(refused).toBeGreaterThan(100);
    expect(refused).toBeLessThan(asked.length / 2);
  });

  it('are words that a shell takes as they are meant', () => {
    const commands = asked.filter(
      ({ engine, context }) => context.text && inShell.includes(engine),
    );
    const script = commands
      .map(({ context }) => `set -- ${context.text}\nprintf '%s\\0' "$@" END`)
      .join('\n');
    const told = execFileSync('sh', { input: script, encoding: 'utf8' });
    const lines = told.split('END\0').slice(0, -1);
    expect(lines.length).toBe(commands.length);
    commands.forEach(({ where, engine, to, config }, i) => {
      const words = (lines[i] ?? '').split('\0').slice(0, -1);
      const { settings } = extend(config, { to, for: engine });
      const flags = settings as readonly string[];
      expect(words.slice(-flags.length), where).toEqual(flags);
    });
  });

  it('are values that Python reads as they are meant', () => {
    let count = 0;
    for (const { where, engine, to, config, context } of asked) {
      if (context.text === null) continue;
      if (engine !== 'transformers' && engine !== 'mlx') continue;
      const { settings } = extend(config, { to, for: engine });
      if (engine === 'mlx') {
        const [, dict = '{}'] = /model_config=(.*)\)$/.exec(context.text) ?? [];
        expect(jsonOf(dict), where).toEqual(settings);
      } else {
        const own = [...context.text.matchAll(/^ {4}(\w+)=(.*),$/gm)];
        const read = own.map(([, key = '', value = '']) => [
          key,
          jsonOf(value),
        ]);
        expect(Object.fromEntries(read), where).toEqual(settings);
      }
      count += 1;
    }
    expect(count).toBeGreaterThan(200);
  });

  it('are lines of a Modelfile and keys of a GGUF file', () => {
    for (const { where, engine, to, config, context } of asked) {
      if (context.text === null || engine !== 'ollama') continue;
      const { settings } = extend(config, { to, for: engine });
      const { parameters, gguf = {} } = settings as Record<string, object>;
      const lines = context.text.split('\n');
      const pairs = (begin: RegExp) =>
        Object.fromEntries(
          lines.flatMap((line) => {
            const [, key = '', value = ''] = begin.exec(line) ?? [];
            return key === '' ? [] : [[key, value]];
          }),
        );
      const texts = (values: object) =>
        Object.fromEntries(
          Object.entries(values).map(([key, value]) => [key, String(value)]),
        );
      expect(pairs(/^PARAMETER (\S+) (.*)$/), where).toEqual(
        texts(parameters ?? {}),
      );
      expect(pairs(/^# {3}(\S+) = (.*)$/), where).toEqual(texts(gguf));
    }
  });

  it('say what to put in for oneself', () => {
    for (const { where, context } of asked) {
      if (context.text === null) continue;
      const words = standIns(context.text);
      expect(words, where).toContain('MODEL');
      expect(words.includes('ARCH'), where).toBe(/\bARCH\b/.test(context.text));
    }
  });

  it('write words that a shell would change in quotes', () => {
    const text = settingsText('vllm', ['--a', "it's $HOME", '--b', '4']);
    const told = execFileSync('sh', {
      input: `set -- ${text}\nprintf '%s|' "$@"`,
      encoding: 'utf8',
    });
    expect(told).toBe("vllm|serve|MODEL|--a|it's $HOME|--b|4|");
    expect(pythonOf([null, true, { a: 'b' }])).toBe('[None, True, {"a": "b"}]');
  });
});

describe('words', () => {
  it('name key, value and reason of every note', () => {
    for (const { where, context } of asked) {
      for (const note of context.notes) {
        const [, key, why] = noteParts(note);
        expect(key.startsWith(note.key), where).toBe(true);
        if (note.value !== null) {
          expect(JSON.parse(key.slice(note.key.length)), where).toEqual(
            note.value,
          );
        }
        expect(why, where).toBe(note.why);
      }
    }
  });

  it('list what is odd in the changed file alone', () => {
    const idOf = (one: Finding) => JSON.stringify([one.key, one.message]);
    allRead.forEach(({ name, reading }) => {
      const { findings, failure } = contextOf(reading, 1_000_000, 'vllm');
      if (failure) return;
      const given = reading.model.findings.map(idOf);
      const { findings: after } = extend(reading.config, {
        ...{ to: 1_000_000, for: 'vllm' },
      });
      expect(findings.map(idOf), name).toEqual(
        after.map(idOf).filter((id) => !given.includes(id)),
      );
    });
  });

  it('count findings by how bad they are', () => {
    for (const { name, reading } of allRead) {
      const { findings } = reading.model;
      const words = countWords(findings);
      const sum = numbersIn(words).reduce((all, one) => all + one, 0);
      expect(sum, name).toBe(findings.length);
      for (const severity of ['error', 'warning', 'note'] as const) {
        const count = findings.filter((f) => f.severity === severity).length;
        expect(words.includes(`${count} ${severity}`), name).toBe(count > 0);
      }
      for (const { engines = {} } of findings) {
        for (const value of Object.values(engines)) {
          const told = takenWords(value);
          if (typeof value === 'string') expect(told, name).toBe(value);
          else {
            const [number = 0] = numbersIn(told);
            expect(number / value, name).toBeCloseTo(1, 5);
          }
        }
      }
    }
  });

  it('say how far a model reaches', () => {
    expect(numbersIn(reachWords(131_072))).toEqual([131_072]);
    expect(reachWords(undefined)).toMatch(/^Nothing tells/);
  });
});
