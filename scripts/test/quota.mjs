// @ts-check
// Limits this process, and all that it starts afterwards, to a tenth of the
// machine's processors, for `npm test -- --slow-check`.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { UserError } from '../lib/run.mjs';

/** The share of the processors' time. */
const share = 0.1;

/** The kernel's accounting period, in microseconds. */
const period = 100_000;

/** The kernel's control groups, in their first and second version. */
const versions = [
  {
    root: '/sys/fs/cgroup/cpu',
    there: () => existsSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us'),
    /** @param {string} group @param {number} quota */
    limit: (group, quota) => {
      writeFileSync(`${group}/cpu.cfs_period_us`, String(period));
      writeFileSync(`${group}/cpu.cfs_quota_us`, String(quota));
    },
  },
  {
    root: '/sys/fs/cgroup',
    there: () => existsSync('/sys/fs/cgroup/cgroup.subtree_control'),
    /** @param {string} group @param {number} quota */
    limit: (group, quota) => {
      writeFileSync('/sys/fs/cgroup/cgroup.subtree_control', '+cpu');
      writeFileSync(`${group}/cpu.max`, `${quota} ${period}`);
    },
  },
];

/**
 * Removes control groups of earlier runs in which no process is left. A run
 * that was interrupted leaves one, because its children end after it.
 * @param {string} root
 */
function removeOld(root) {
  const ours = readdirSync(root).filter((name) => /^posenc-\d+$/.test(name));
  for (const name of ours) {
    try {
      rmdirSync(`${root}/${name}`);
    } catch {
      // A process is still running in it.
    }
  }
}

/** Puts this process under the quota, until it ends. */
export function takeTenth() {
  const quota = Math.round(share * period * availableParallelism());
  const version = versions.find(({ there }) => there());
  try {
    if (!version) throw new Error('the kernel shows no control groups');
    const { root, limit } = version;
    removeOld(root);
    const group = `${root}/posenc-${process.pid}`;
    mkdirSync(group);
    process.once('exit', () => {
      appendFileSync(`${root}/cgroup.procs`, String(process.pid));
      removeOld(root);
    });
    limit(group, quota);
    appendFileSync(`${group}/cgroup.procs`, String(process.pid));
  } catch (error) {
    throw new UserError(
      `test: --slow-check cannot limit the processors (${error.message}); ` +
        'as root, or with systemd: ' +
        `systemd-run --scope -p CPUQuota=${10 * availableParallelism()}% npm test`,
    );
  }
}
