/**
 * `posenc lint` of command lines: what engines make of their flags. What they do
 * was read in their sources, which each test names.
 */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { extend, readModel } from 'posenc/models';
import { afterAll, describe, expect, it } from 'vitest';
import { readEngineLine } from '../../bindings/src/cli/engine-line.js';
import { lineFindings } from '../../bindings/src/cli/engine-lint.js';
import { configOf, configs, plain, stretched } from '../support/configs.js';
import { posenc, scratch } from './program.js';

const { folder, remove } = scratch();
afterAll(remove);

const findingsOf = (config: object, words: readonly string[]) =>
  lineFindings(readEngineLine(words), config as Record<string, unknown>);

/** A key in one spelling, as overrides have another one than some files. */
const keyOf = ({ key }: { readonly key: string }) =>
  key.replace('rope_scaling', 'rope_parameters');

/** What is found in a command, and not in the file. */
const lint = (config: object, words: readonly string[]) => {
  const known = readModel(config).findings.map(keyOf);
  return findingsOf(config, words)
    .filter((one) => !known.includes(keyOf(one)))
    .map((one) => `${one.severity} ${one.kind} ${one.key}`);
};

const commands = {
  vllm: ['vllm', 'serve', 'M'],
  sglang: ['sglang', 'serve', 'M'],
  'llama.cpp': ['llama-server', '-m', 'M'],
} as const;

const served = Object.keys(commands) as (keyof typeof commands)[];

/** Notes about versions of llama-server, which say what its command needs then. */
const older = 'note version_hazard --ctx-size';

describe.each(served)('what extend gives for %s', (engine) => {
  it.each(configs)('%s', (_, config) => {
    let settings: readonly string[];
    try {
      settings = extend(config, { to: 2 ** 20, for: engine }).settings;
    } catch (error) {
      expect(error).toHaveProperty('param'); // it cannot be stretched
      return;
    }
    const found = lint(config, [...commands[engine], ...settings]);
    expect(found.filter((one) => one !== older)).toEqual([]);
  });

  it.each([
    [plain, 40000],
    [plain, 65536],
    [plain, 200000],
    [stretched, 262144],
    [stretched, 200001],
    [stretched, 300000],
    [{ ...plain, rope_scaling: { rope_type: 'linear', factor: 4 } }, 262144],
    [{ ...plain, rope_scaling: { rope_type: 'linear', factor: 4 } }, 400000],
  ])('of a longer first training: %#', (config, to) => {
    const { settings } = extend(config, { to, original: 65536, for: engine });
    const found = lint(config, [...commands[engine], ...settings]);
    expect(found.filter((one) => one !== older)).toEqual([]);
  });
});

describe('llama.cpp is not told what vLLM serves', () => {
  it.each(configs)('%s', (_, config) => {
    const yarn = ['--rope-scaling', 'yarn', '--rope-scale', '8'];
    const words = [...commands['llama.cpp'], ...yarn];
    for (const { message, key } of findingsOf(config, words)) {
      expect(`${key} ${message}`).not.toMatch(
        /^rope_\w+\.original.*vLLM serves/,
      );
    }
  });
});

describe('an override that takes rope parameters away', () => {
  it.each([
    '{"rope_parameters":null}',
    '{"text_config":{"rope_scaling":null}}',
    '{"text_config":null}',
    '{"rope_parameters":4,"rope_scaling":"yarn"}',
    '{"text_config":{"rope_parameters":[]}}',
  ])('%s is judged', async (json) => {
    const file = path.join(folder, 'q.json');
    writeFileSync(file, JSON.stringify(plain));
    const line = ['vllm', 'serve', 'M', '--hf-overrides', json];
    const { code, stderr } = await posenc(folder, [
      'lint',
      file,
      '--',
      ...line,
    ]);
    expect([[0, 1].includes(code ?? -1), stderr]).toEqual([true, '']);
  });
});

const yarn = { rope_type: 'yarn', factor: 4 };
const lengths = { original_max_position_embeddings: 32768 };

describe('overrides of models of several parts', () => {
  const { text_config, ...others } = configOf('qwen3_vl_2b_mrope');
  const text = {
    ...(text_config as object),
    ...plain,
    model_type: 'qwen3_vl_text',
  };
  const rope_scaling = { rope_type: 'default', mrope_section: [24, 20, 20] };
  const config = { ...others, text_config: { ...text, rope_scaling } };
  const flags = {
    vllm: '--hf-overrides',
    sglang: '--json-model-override-args',
  };
  const run = (
    engine: 'vllm' | 'sglang',
    keys: object,
    given: object = config,
  ) => lint(given, [...commands[engine], flags[engine], JSON.stringify(keys)]);

  // `_update_nested` of vLLM merges; `update` of SGLang replaces.
  it('keep in vLLM what they do not say, and lose it in SGLang', () => {
    const keys = { text_config: { rope_parameters: { ...yarn, ...lengths } } };
    expect(run('vllm', keys)).toEqual([]);
    const path = `${flags.sglang} text_config.rope_parameters`;
    expect(run('sglang', keys)).toEqual([
      `warning missing ${path}.rope_theta`,
      `warning missing ${path}.mrope_section`,
    ]);
    const rope = { ...yarn, ...lengths, rope_theta: 1e6 };
    const some = { text_config: { rope_parameters: rope } };
    expect(run('sglang', some)).toEqual([
      `warning missing ${path}.mrope_section`,
    ]);
    const all = { ...rope, mrope_section: [24, 20, 20] };
    expect(run('sglang', { text_config: { rope_parameters: all } })).toEqual(
      [],
    );
  });

  it('of a file that the class nests', () => {
    const flat = configOf('qwen2_vl_7b_mrope');
    const rope = { ...yarn, ...lengths, rope_theta: 1e6 };
    const all = { ...rope, mrope_section: [16, 24, 24] };
    const reached = { text_config: { rope_parameters: all } };
    for (const engine of ['vllm', 'sglang'] as const) {
      const missed = run(engine, { rope_parameters: all }, flat);
      expect(missed).toContain(
        `warning unknown_key ${flags[engine]} rope_parameters`,
      );
      expect(run(engine, reached, flat)).toEqual([]);
    }
    // The stretch counts where it reaches the layers.
    const length = ['--max-model-len', '131072'];
    const words = (keys: object) => [
      ...[...commands.vllm, flags.vllm, JSON.stringify(keys)],
      ...length,
    ];
    expect(lint(flat, words(reached))).toEqual([]);
    expect(lint(flat, words({ rope_parameters: all }))).toContain(
      'error out_of_range --max-model-len',
    );
  });

  it('two sections deep', () => {
    const given = configOf('qwen3_asr_1_7b');
    const rope = { ...yarn, ...lengths };
    const keys = { thinker_config: { text_config: { rope_parameters: rope } } };
    expect(run('sglang', keys, given)).toContain(
      `error inconsistent ${flags.sglang} thinker_config.text_config`,
    );
    const errors = run('vllm', keys, given).filter((one) => /^error/.test(one));
    expect(errors).toEqual([]);
  });
});

describe('variables', () => {
  // `envs.py` of vLLM takes "1" and "true", `EnvBool` of SGLang "yes" and "y", too.
  it.each([
    [
      'vllm',
      'VLLM_ALLOW_LONG_MAX_MODEL_LEN',
      '--max-model-len',
      '1 true True',
      '0 yes false',
    ],
    [
      'sglang',
      'SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN',
      '--context-length',
      '1 true YES y',
      '0 no false',
    ],
  ] as const)(
    'of %s that allow longer texts',
    (engine, name, flag, yes, no) => {
      const run = (value: string) =>
        lint(plain, [`${name}=${value}`, ...commands[engine], flag, '40000']);
      for (const value of yes.split(' ')) {
        expect(run(value)).toEqual([`warning out_of_range ${flag}`]);
      }
      for (const value of no.split(' ')) {
        expect(run(value)).toEqual([`error out_of_range ${flag}`]);
      }
    },
  );

  // `set_env` in common/arg.cpp.
  it('of llama.cpp are flags', () => {
    const begin = commands['llama.cpp'];
    const size = 'LLAMA_ARG_CTX_SIZE=131072';
    const scale = 'LLAMA_ARG_ROPE_SCALE=4';
    const [said] = findingsOf(plain, [size, scale, ...begin]);
    expect(said).toMatchObject({ key: 'LLAMA_ARG_CTX_SIZE', value: 131072 });
    const all = [
      ...[size, scale, 'LLAMA_ARG_ROPE_SCALING_TYPE=yarn'],
      'LLAMA_ARG_YARN_ORIG_CTX=32768',
    ];
    expect(lint(plain, [...all, ...begin])).toEqual([
      'note version_hazard LLAMA_ARG_CTX_SIZE',
    ]);
    // A flag counts more than a variable.
    expect(lint(plain, [size, ...begin, '-c', '32768'])).toEqual([]);
    expect(lint(plain, [...begin, '-c', '32768'])).toEqual([]);
  });
});

describe('what llama.cpp refuses', () => {
  const run = (config: object, ...words: readonly string[]) =>
    findingsOf(config, [...commands['llama.cpp'], ...words]);

  it.each(['foo', 'longrope', 'dynamic', 'llama3', ''])(
    'the schedule "%s"',
    (word) => {
      const [found, ...more] = run(plain, '--rope-scaling', word);
      expect(found).toMatchObject({
        severity: 'error',
        key: '--rope-scaling',
        advice: 'write one of none, linear, yarn',
      });
      expect(more).toEqual([]);
    },
  );

  it('values behind a =', () => {
    const [found] = run(plain, '--ctx-size=32768');
    expect(found).toMatchObject({
      severity: 'error',
      key: '--ctx-size=32768',
      advice: 'write --ctx-size 32768',
    });
    const key = 'qwen2.context_length=int:131072';
    expect(run(plain, '-c', '131072', '--override-kv', key)).toEqual([]);
  });
});

// ALiBi and learned tables have no rope to stretch.
it.each([
  ['mpt_7b_alibi_and_learned_flag', 'vllm', '--max-model-len'],
  ['whisper_large_fixture', 'vllm', '--max-model-len'],
  ['bloom_560m', 'sglang', '--context-length'],
  ['mistral_7b_v01', 'sglang', '--context-length'],
  ['mpt_7b_alibi_and_learned_flag', 'llama.cpp', '--ctx-size'],
] as const)('%s gets no advice to stretch in %s', (name, engine, flag) => {
  const words = [...commands[engine], flag, '1000000'];
  const found = findingsOf(configOf(name), words).find(
    ({ key }) => key === flag,
  );
  expect(found?.advice).toContain('write at most');
  expect(found?.advice).not.toContain('stretch the rope');
});
