/** `posenc extend`, and `posenc lint` of the command lines of engines. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'posenc';
import { afterAll, describe, expect, it } from 'vitest';
import { configOf, plain } from '../support/configs.js';
import { posenc, scratch } from './program.js';

const pe = await load();
const { folder, remove } = scratch();
afterAll(remove);

writeFileSync(path.join(folder, 'config.json'), JSON.stringify(plain));
const bloom = { model_type: 'bloom', n_layer: 2, n_head: 4, hidden_size: 64 };
writeFileSync(path.join(folder, 'bloom.json'), JSON.stringify(bloom));

const run = async (...given: readonly string[]) => {
  const ended = await posenc(folder, given);
  return { ...ended, stdout: ended.stdout.toString() };
};

describe('extend', () => {
  const asked = ['extend', 'config.json', '--to', '131072'];

  it.each([
    ['vllm', `vllm serve MODEL --hf-overrides '{"rope_parameters":`],
    [
      'sglang',
      'python -m sglang.launch_server --model-path MODEL --json-model',
    ],
    [
      'llama.cpp',
      'llama-server --model MODEL.gguf --rope-scaling yarn --rope-scale 4 ' +
        '--yarn-orig-ctx 32768 --ctx-size 131072\n',
    ],
    ['transformers', '{\n  "rope_parameters": {\n'],
    ['mlx', '{\n  "rope_scaling": {\n'],
    ['ollama', 'PARAMETER num_ctx 131072\nqwen2.context_length=131072\n'],
  ])('prints what %s takes', async (engine, begin) => {
    const { code, stdout, stderr } = await run(...asked, '--for', engine);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.slice(0, begin.length)).toBe(begin);
    expect(stdout).toContain(
      '\nnumber: rope_scaling.factor 4: 131072 / 32768\n',
    );
    expect(stdout).toMatch(/\ncost: frequencies \d+: of 64 pairs turn slower/);
  });

  // The words that convert_hf_to_gguf.py writes for these types.
  it.each([
    ['deepseek_v3', 'deepseek2'],
    ['kimi_k2_beta1_beta1', 'deepseek2'],
    ['mixtral_8x22b', 'llama'],
    ['olmo3_1_32b_yarn_full_only', 'olmo2'],
    ['qwen2_vl_7b_mrope', 'qwen2vl'],
    ['qwen3_asr_1_7b', 'qwen3vl'],
  ])('knows the architecture of %s', async (name, arch) => {
    const file = path.join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(configOf(name)));
    const flags = ['--to', '1000000', '--for', 'ollama'];
    const { stdout } = await run('extend', file, ...flags);
    expect(stdout).toContain(`\n${arch}.context_length=1000000\n`);
  });

  it('prints all of it as JSON', async () => {
    const { stdout } = await run(...asked, '--for', 'vllm', '--json');
    const wanted = pe.extend(plain, { to: 131072, for: 'vllm' });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(wanted)));
  });

  it('writes the changed configuration, with what JSON lacks', async () => {
    const given = JSON.stringify({ ...plain, time_step_limit: [0, 1] });
    const text = given.replace('[0,1]', '[0.0, Infinity]');
    writeFileSync(path.join(folder, 'python.json'), text);
    const flags = ['--to', '65536', '--for', 'mlx', '--out', 'longer.json'];
    expect((await run('extend', 'python.json', ...flags)).code).toBe(0);
    const written = readFileSync(path.join(folder, 'longer.json'), 'utf8');
    expect(written).toMatch(/\[\s*0,\s*Infinity\s*\]/);
    expect(
      JSON.parse(written.replace('Infinity', '1')).rope_scaling.factor,
    ).toBe(2);
  });

  it.each([
    [['extend'], 2, 'name a config.json'],
    [['extend', 'a', 'b', '--to', '1'], 2, 'unexpected word "b"'],
    [['extend', 'config.json', '--for', 'vllm'], 2, '--to is required'],
    [[...asked, '--for', 'vLLM'], 2, '--for must be "vllm"'],
    [
      ['extend', 'config.json', '--to', '128k', '--for', 'vllm'],
      ...([2, '--to must be an integer'] as const),
    ],
    [[...asked, '--for', 'vllm', '--schedul', 'yarn'], 2, 'no flag --schedul'],
    [[...asked, '--for', 'vllm', '--json', '--out', 'a'], 2, 'give one'],
    [
      ['extend', 'bloom.json', '--to', '4096', '--for', 'vllm'],
      ...([
        1,
        'cannot extend bloom.json: config must have layers that turn',
      ] as const),
    ],
    [
      ['extend', 'none.json', '--to', '9', '--for', 'mlx'],
      1,
      'cannot read none.json',
    ],
  ])('%j', async (given, wanted, message) => {
    const { code, stdout, stderr } = await run(...given);
    expect([code, stdout]).toEqual([wanted, '']);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('has a page of help with examples', async () => {
    const { stdout } = await run('help', 'extend');
    expect(stdout).toContain(
      'posenc extend config.json --to 131072 --for vllm',
    );
    expect((await run('help')).stdout).toContain('posenc extend config.json');
  });
});

describe('lint of a command line', () => {
  const lint = async (...command: readonly string[]) => {
    const ended = await run('lint', 'config.json', '--json', '--', ...command);
    expect(ended.stderr).toBe('');
    const [{ findings }] = JSON.parse(ended.stdout);
    const found = findings.map(
      (one: Record<string, string>) => `${one.severity} ${one.kind} ${one.key}`,
    );
    return { code: ended.code, found };
  };

  it.each(['vllm', 'sglang', 'llama.cpp'] as const)(
    'finds nothing in what extend gives for %s',
    async (engine) => {
      const { settings } = pe.extend(plain, { to: 131072, for: engine });
      const begin = {
        vllm: 'vllm',
        sglang: 'sglang',
        'llama.cpp': 'llama-server',
      };
      const line = [begin[engine], ...(settings as readonly string[])];
      const { code, found } = await lint(...line);
      // Versions of llama-server before September 2026 need a further flag.
      const older = ['note version_hazard --ctx-size'];
      expect([code, found]).toEqual([0, engine === 'llama.cpp' ? older : []]);
    },
  );

  const yarn = '{"rope_parameters":{"rope_type":"yarn","factor":4,';
  const original = '"original_max_position_embeddings":32768';

  it.each([
    [
      'vllm serve a --max-model-len 131072',
      ['error out_of_range --max-model-len'],
    ],
    [
      'VLLM_ALLOW_LONG_MAX_MODEL_LEN=1 vllm serve a --max-model-len=128k',
      ['warning out_of_range --max-model-len'],
    ],
    ['vllm serve a --max-model-len 32k', []],
    [
      'vllm serve a --rope-scaling {"factor":4}',
      ['error unknown_key --rope-scaling'],
    ],
    [
      `vllm serve a --hf-overrides ${yarn}${original}}} --max-model-len 131072`,
      ['warning missing --hf-overrides rope_parameters.rope_theta'],
    ],
    [
      'vllm serve a --hf_overrides.rope_parameters.rope_type yarn ' +
        '--hf_overrides.rope_parameters.factor 4 ' +
        '--hf-overrides.rope_parameters.rope_theta 1000000 ' +
        `--hf-overrides.rope_parameters.original_max_position_embeddings 32768 ` +
        '--max-model-len 131072',
      [],
    ],
    [
      'python -m sglang.launch_server --model-path a --context-length 40000',
      ['error out_of_range --context-length'],
    ],
    [
      'SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN=1 sglang serve --context-length 40000',
      ['warning out_of_range --context-length'],
    ],
    ['llama-server -m a.gguf -c 40000', ['warning out_of_range --ctx-size']],
    [
      'llama-server --rope-scaling yarn -c 32768',
      ['warning missing --rope-scale'],
    ],
    [
      './llama-cli --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768 ' +
        '--yarn-attn-factor 1.1 -c 32768',
      ['warning engine_disagreement --yarn-attn-factor'],
    ],
    [
      'llama-server --rope-freq-scale 0.25 -c 131072',
      ['warning out_of_range --ctx-size'],
    ],
    [
      'llama-server --rope-scaling linear --rope-scale 4 -c 131072 ' +
        '--override-kv qwen2.context_length=int:131072',
      [],
    ],
    [
      'OLLAMA_CONTEXT_LENGTH=131072 ollama serve',
      ['warning out_of_range OLLAMA_CONTEXT_LENGTH'],
    ],
    ['ollama run a --rope-scale 4', ['error unknown_key --rope-scale']],
  ])('%s', async (line, wanted) => {
    const { code, found } = await lint(...line.split(' '));
    expect(found).toEqual(wanted);
    const errors = wanted.some((one) => one.startsWith('error'));
    expect(code).toBe(errors ? 1 : 0);
  });

  it('says where the override of a model of several parts belongs', async () => {
    const whole = {
      model_type: 'qwen3_vl',
      text_config: { ...plain, model_type: 'qwen3_vl_text' },
      vision_config: { depth: 2, hidden_size: 64, num_heads: 4 },
    };
    writeFileSync(path.join(folder, 'vl.json'), JSON.stringify(whole));
    const json = `${yarn}"rope_theta":1000000,${original}}}`;
    const { stdout } = await run(
      'lint',
      'vl.json',
      '--',
      'vllm',
      '--hf-overrides',
      json,
    );
    expect(stdout).toContain(
      'does not reach the layers, whose parameters are in text_config',
    );
  });

  it.each([
    [['--', 'tgi', '--max-total-tokens', '9'], 'a command of vllm, sglang'],
    [['--'], 'a command of vllm, sglang'],
    [
      ['--', 'vllm', '--max-model-len', 'long'],
      '--max-model-len must be a number',
    ],
    [
      ['--', 'vllm', '--hf-overrides', 'yarn'],
      '--hf-overrides must be an object',
    ],
    [
      ['--', 'llama-server', '--rope-scale', 'x'],
      '--rope-scale must be a number',
    ],
  ])('%j', async (given, message) => {
    const { code, stderr } = await run('lint', 'config.json', ...given);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
