// The schedules that stretch a rope's frequencies, in PyTorch, as `transformers`
// has them. Each sets `rate` anew; some have a factor of cosines and sines, too.

import { Asked, NoUsualForm, real } from './words.js';

export interface Schedule {
  /** Lines before `rate` is set, which may change `theta`. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** The factor of cosines and sines. */
  readonly factor?: number;
}

interface Rope {
  /** The number of components that turn. */
  readonly width: number;
  readonly theta: number;
  /** The length for which schedules are made that depend on it. */
  readonly context: number;
}

type Write = (options: Asked, rope: Rope) => Schedule;

const kinds: Readonly<Record<string, Write>> = {
  default: () => ({}),
  linear(options) {
    const factor = options.number('factor', 1);
    options.word('divide', 'frequencies');
    return { after: [`rate = rate / ${real(factor)}`] };
  },
  dynamic(options, { width, context }) {
    const factor = options.number('factor', 1);
    const trained = options.number('maxPosition', 0);
    if (options.word('form', 'ntk') !== 'ntk') {
      throw new NoUsualForm('`transformers` has the form `ntk` only.');
    }
    return {
      before: [
        `length = max(${context}, ${trained})`,
        `theta *= (${real(factor)} * length / ${trained} - ${real(factor - 1)}) ** (${width} / ${width - 2})`,
      ],
    };
  },
  yarn(options, { width, theta }) {
    const factor = options.number('factor', 1);
    const trained = options.number('originalMaxPosition', 0);
    const fast = options.number('betaFast', 32);
    const slow = options.number('betaSlow', 1);
    const truncate = options.flag('truncate', true);
    const grown = (m: number) =>
      factor <= 1 ? 1 : 0.1 * m * Math.log(factor) + 1;
    const one = options.number('mscale', 0);
    const all = options.number('mscaleAllDim', 0);
    const own = one && all ? grown(one) / grown(all) : grown(1);
    const at = (turns: number) =>
      `${width} * math.log(${trained} / (2 * math.pi * ${real(turns)})) / (2 * math.log(${real(theta)}))`;
    return {
      after: [
        `low = ${at(fast)}`,
        `high = ${at(slow)}`,
        ...(truncate ? ['low, high = math.floor(low), math.ceil(high)'] : []),
        `low, high = max(low, 0), min(high, ${width - 1})`,
        `ramp = ((torch.arange(${width / 2}, dtype=torch.float64) - low) / max(high - low, 0.001)).clamp(0, 1)`,
        `rate = rate / ${real(factor)} * ramp + rate * (1 - ramp)`,
      ],
      factor: options.number('attentionFactor', own),
    };
  },
  llama3(options) {
    const factor = options.number('factor', 1);
    const low = options.number('lowFreqFactor', 1);
    const high = options.number('highFreqFactor', 4);
    const trained = options.number('originalMaxPosition', 0);
    return {
      after: [
        `turns = ${trained} * rate / (2 * math.pi)`,
        `smooth = ((turns - ${real(low)}) / ${real(high - low)}).clamp(0, 1)`,
        `rate = (1 - smooth) * rate / ${real(factor)} + smooth * rate`,
      ],
    };
  },
  longrope(options, { context }) {
    const short = options.numbers('shortFactor') ?? [];
    const long = options.numbers('longFactor') ?? [];
    const trained = options.number('originalMaxPosition', 1);
    const longest = options.number('maxPosition', trained);
    const factor = options.number('factor', longest / trained);
    const own =
      factor <= 1 ? 1 : Math.sqrt(1 + Math.log(factor) / Math.log(trained));
    const divisors = context > trained ? long : short;
    return {
      after: [
        `divisors = torch.tensor([${divisors.join(', ')}], dtype=torch.float64)`,
        'rate = rate / divisors',
      ],
      factor: options.number('attentionFactor', own),
    };
  },
  proportional(options, { width }) {
    const factor = options.number('factor', 1);
    const share = options.number('share', 1);
    const turned = Math.floor((share * width) / 2);
    return { after: [`rate[${turned}:] = 0`, `rate = rate / ${real(factor)}`] };
  },
};

export function scheduleOf(
  scaling: Readonly<Record<string, unknown>>,
  rope: Rope,
): Schedule {
  const { type = 'default', ...rest } = scaling;
  const write = kinds[String(type)];
  if (write === undefined) {
    throw new NoUsualForm(
      `\`transformers\` has no schedule of the kind \`${String(type)}\`.`,
    );
  }
  const options = new Asked(rest);
  const schedule = write(options, rope);
  options.end(`schedule \`${String(type)}\``);
  return schedule;
}
