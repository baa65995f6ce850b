/** Help says all that a description says. */

import { version } from 'posenc';
import {
  type MethodDescription,
  methods,
  usualFormula,
} from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { FAMILIES, familyOf, madeBy } from '../../bindings/src/cli/families.js';
import { flagsOf } from '../../bindings/src/cli/givable.js';
import { familyHelp, methodHelp } from '../../bindings/src/cli/help.js';
import { asFlags } from '../../bindings/src/cli/words.js';
import { posenc } from './program.js';

const run = async (...given: string[]) => {
  const { code, stdout, stderr } = await posenc('.', given);
  return { code, stdout: stdout.toString(), stderr };
};

const flat = (text: string) => text.replace(/\s+/g, ' ');
const all = Object.values<MethodDescription>(methods);
const made = all.filter((method) => familyOf(method));
const tables = madeBy(FAMILIES.table);
const tableHelp = () => familyHelp(FAMILIES.table);

describe.each(all)('help on $name', (method) => {
  const help = flat(methodHelp(method));

  it('has formula, paper, strengths and pitfalls', () => {
    const { formula, paper, goodAt, badAt, summary, pitfalls } = method;
    for (const text of [
      usualFormula(formula).text,
      paper?.title ?? '',
      goodAt,
      badAt,
      summary,
      ...pitfalls,
    ]) {
      expect(help).toContain(flat(text));
    }
  });

  it('fits a terminal', () => {
    for (const line of methodHelp(method).split('\n')) {
      const long = line.split(' ').some((word) => word.length > 50);
      if (!long && !/^ {2}posenc |: posenc |: `pe/.test(line)) {
        expect(line.length, line).toBeLessThanOrEqual(80);
      }
    }
  });
});

describe.each(made)('help on $name, which a command computes', (method) => {
  const help = flat(methodHelp(method));

  it('has every flag, range and preset', () => {
    for (const { name, value } of flagsOf(method)) {
      expect(help).toContain(value ? `--${name} ${value}` : `--[no-]${name}`);
    }
    for (const [name, parameter] of Object.entries(method.parameters)) {
      if (parameter.kind === 'output') continue;
      expect(help, name).toContain(flat(parameter.doc));
    }
    for (const preset of Object.keys(method.presets)) {
      expect(help).toContain(preset);
    }
  });

  it('has its example', () => {
    const command = `posenc ${familyOf(method)?.word} ${method.name}`;
    expect(help).toContain(`${command} [--parameter value …]`);
    if (!method.example) return;
    expect(help).toContain(`Example ${command} ${asFlags(method.example)}`);
  });
});

it('shows help and version wherever they are asked for', async () => {
  const example = tables[0]?.name ?? '';
  const overview = await run('--help');
  expect(overview).toMatchObject({ code: 0, stderr: '' });
  expect(overview.stdout).toContain('posenc table METHOD');
  expect(await run('help')).toEqual(overview);
  expect(await run('-h')).toEqual(overview);
  expect((await run('--version')).stdout).toBe(`${version}\n`);
  expect((await run('table', '--help')).stdout).toBe(tableHelp());
  expect((await run('help', 'table')).stdout).toBe(tableHelp());
  const method = methodHelp(tables[0] as MethodDescription);
  expect((await run('help', example)).stdout).toBe(method);
  expect((await run('table', example, '--help')).stdout).toBe(method);
  expect((await run('table', example, '--dim', '4', '-h')).stdout).toBe(method);
});

it('lists the methods as JSON', async () => {
  const { stdout } = await run('methods', '--json');
  const listed = JSON.parse(stdout) as { name: string }[];
  const names = [...made, methods.rope].map(({ name }) => name);
  expect(listed.map(({ name }) => name).sort()).toEqual(names.sort());
});

it('lists the methods', async () => {
  const { stdout } = await run('methods');
  for (const { name, goodAt } of [...made, methods.rope]) {
    expect(flat(stdout)).toContain(` ${name} ${flat(goodAt)}`);
  }
  for (const { title, word } of Object.values(FAMILIES)) {
    expect(stdout).toContain(`${title}: posenc ${word} METHOD`);
  }
});

it('without arguments shows what there is, as an error', async () => {
  const { code, stdout, stderr } = await run();
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('posenc table METHOD');
});
