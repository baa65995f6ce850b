// @ts-check
/**
 * Turns what was measured into rows of the table: speeds, ratios, and whether
 * targets are reached. It runs nothing and looks at no clock.
 *
 * @typedef {import('./measure.mjs').Run} Run
 * @typedef {import('./measure.mjs').Sample} Sample
 *
 * @typedef {object} Contestant
 * @property {Run} run
 * @property {number} [units] how much of the work a run does, if not all of it
 *   once: 1/8 for a peer that computes one head of eight. Times are those of the
 *   whole work
 * @property {number} [amount] bytes or operations of the work, where they differ
 *   from the group's
 * @property {number} [work] how large the work is beside that of others, where
 *   it differs from 1
 *
 * @typedef {object} Extra
 * @property {string} name
 * @property {string} [note] what is written behind the name, such as a size that
 *   depends on the machine
 * @property {Readonly<Record<string, number>>} [targets] by the name of another
 *   contestant: the least ratio of speeds. Beside the yardstick, speeds are
 *   amounts per time; beside others, work per time
 * @property {number} [within] milliseconds that it may take
 *
 * @typedef {Contestant & Extra} Own a row of the table
 *
 * @typedef {object} Contest
 * @property {'GB/s' | 'GFLOP/s' | ''} unit
 * @property {number} amount bytes or operations of the work
 * @property {Contestant & { name: string }} [yardstick]
 * @property {readonly Own[]} rows
 * @property {Readonly<Record<string, Contestant | undefined>>} [peers] by name,
 *   those that are there
 * @property {() => void} [close] gives back what the contest took
 *
 * @typedef {object} Group
 * @property {string} title what is computed, and its sizes
 * @property {boolean} [quick] whether the quick form has it
 * @property {(bench: import('./bench.mjs').Bench) => Contest | Promise<Contest>}
 *   open
 *
 * @typedef {object} Verdict
 * @property {string} [versus] the other contestant
 * @property {number} [least] ratio to reach
 * @property {number} [within] milliseconds
 * @property {number} [ratio] the ratio that was measured
 * @property {boolean} [reached] unless the other one is not there
 *
 * @typedef {object} Row
 * @property {string} group
 * @property {string} name
 * @property {string} [note]
 * @property {Sample} ms
 * @property {{ value: number, unit: string }} [speed]
 * @property {{ name: string, ratio: number }} [yardstick]
 * @property {Record<string, { ms: Sample, ratio: number }>} peers
 * @property {Verdict[]} targets
 *
 * @typedef {object} Judged
 * @property {string} title
 * @property {{ name: string, ms: Sample, speed: number, unit: string }}
 *   [yardstick]
 * @property {Row[]} rows
 */

/** @param {Sample} sample @param {number} factor @returns {Sample} */
const scaled = ({ turns, ...times }, factor) => ({
  least: factor * times.least,
  lower: factor * times.lower,
  median: factor * times.median,
  upper: factor * times.upper,
  turns,
});

/** Units are thousand millions a second, amounts are per milliseconds. */
const PER_UNIT = 1e6;

/**
 * @param {string} title @param {Contest} contest
 * @param {ReadonlyMap<string, Sample>} samples by the names of the contestants
 * @param {'median' | 'least'} [by] the times of which speeds and ratios are made
 * @returns {Judged}
 */
export function judge(title, contest, samples, by = 'median') {
  const { unit, yardstick, rows } = contest;
  const peers = Object.entries(contest.peers ?? {}).flatMap(([name, peer]) =>
    peer ? [{ name, ...peer }] : [],
  );
  const all = [...(yardstick ? [yardstick] : []), ...rows, ...peers];
  const found = new Map(
    all.flatMap((contestant) => {
      const sample = samples.get(contestant.name);
      if (!sample) return [];
      const { amount = contest.amount, work = 1, units = 1 } = contestant;
      const ms = scaled(sample, 1 / units);
      const speeds = { amount: amount / ms[by], work: work / ms[by] };
      return [[contestant.name, { ms, ...speeds }]];
    }),
  );
  const judged = rows.flatMap((row) => {
    const own = found.get(row.name);
    if (!own) return [];
    const ratioTo = (/** @type {string} */ name) => {
      const other = found.get(name);
      const kind = name === yardstick?.name ? 'amount' : 'work';
      return other && own[kind] / other[kind];
    };
    const toYardstick = yardstick && ratioTo(yardstick.name);
    /** @type {Row} */
    const result = {
      group: title,
      name: row.name,
      ...(row.note && { note: row.note }),
      ms: own.ms,
      ...(unit && { speed: { value: own.amount / PER_UNIT, unit } }),
      ...(yardstick &&
        toYardstick !== undefined && {
          yardstick: { name: yardstick.name, ratio: toYardstick },
        }),
      peers: Object.fromEntries(
        peers.flatMap(({ name }) => {
          const [peer, ratio] = [found.get(name), ratioTo(name)];
          return peer && ratio !== undefined
            ? [[name, { ms: peer.ms, ratio }]]
            : [];
        }),
      ),
      targets: [
        ...Object.entries(row.targets ?? {}).map(([versus, least]) => {
          const ratio = ratioTo(versus);
          return {
            ...{ versus, least },
            ...(ratio !== undefined && { ratio, reached: ratio >= least }),
          };
        }),
        ...(row.within === undefined
          ? []
          : [{ within: row.within, reached: own.ms[by] <= row.within }]),
      ],
    };
    return [result];
  });
  const measured = yardstick && found.get(yardstick.name);
  return {
    title,
    ...(yardstick &&
      measured && {
        yardstick: {
          name: yardstick.name,
          ms: measured.ms,
          speed: measured.amount / PER_UNIT,
          unit,
        },
      }),
    rows: judged,
  };
}
