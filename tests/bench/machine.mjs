// @ts-check
/** The machine that the figures were measured on, and when. */

import {
  availableParallelism,
  cpus,
  platform,
  release,
  totalmem,
} from 'node:os';

export function machine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
  };
}
