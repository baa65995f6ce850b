// @ts-check
// Compares the answer of `model` with a case.

import { concerns, isKey, severities } from './findings.mjs';
import { fields, same } from './group.mjs';
import { meansTheSame } from './meaning.mjs';
import { ropeDiffers } from './rotary.mjs';

/** @typedef {import('posenc').Model} Model */
/** @typedef {import('posenc').Tower} Tower */
/** @typedef {import('posenc').Layer} Layer */
/** @typedef {Record<string, any>} Facts */

/** Most differences that are told of a case. */
const ENOUGH = 4;

/**
 * Whether a window to both sides is the wanted one in another count: programs
 * say the whole width, the keys on one side, or those and the query itself.
 * @param {Layer} layer @param {unknown} wanted
 */
function bothSides({ causal, window }, wanted) {
  if (causal || window === null || window === wanted) return false;
  const side = Math.floor(window / 2);
  return [side, side + 1, 2 * side + 1].some((count) => count === wanted);
}

/** A comparison: what differs, and which fields have no comparison. */
export class Answer {
  /** @type {string[]} */
  failures = [];
  /** @type {Set<string>} */
  skipped = new Set();
  /** Differences in fields whose reading is a choice. @type {string[]} */
  judged = [];

  /**
   * @param {import('posenc').Posenc} pe
   * @param {Facts} given the case
   */
  constructor(pe, given) {
    this.pe = pe;
    this.given = given;
    /** Words about the fields whose reading is a choice. @type {Set<string>} */
    this.choices = new Set([given.judged ?? []].flat().join(' ').split(/\W+/));
  }

  /** @param {string} where @param {string} field @param {string} what */
  differs(where, field, what) {
    const text = `${where} ${field}: ${what}`;
    const bare = field.split('.').at(-1) ?? field;
    (this.choices.has(bare) ? this.judged : this.failures).push(text);
  }

  /** @param {Model} model */
  compare(model) {
    const {
      towers = {},
      findings = [],
      must_not_report = [],
      ...others
    } = this.given.expect;
    for (const field of Object.keys(others)) this.skipped.add(field);
    for (const [name, wanted] of Object.entries(towers)) {
      const tower = Object.hasOwn(model.towers, name) && model.towers[name];
      if (name === 'meant' || name === 'native_class') {
        // A second reading of a contradictory file.
        this.skipped.add(`towers.${name}`);
      } else if (tower) this.tower(name, tower, wanted, model);
      else {
        const names = Object.keys(model.towers);
        this.differs('', 'towers', `no ${name}, has ${names}`);
      }
    }
    this.findings(model, findings, must_not_report);
  }

  /** @param {string} name @param {Tower} tower @param {Facts} wanted @param {Model} model */
  tower(name, tower, wanted, model) {
    const { num_layers: layers, groups = [], full_layers: full } = wanted;
    for (const field of Object.keys(wanted)) {
      if (['num_layers', 'groups', 'full_layers'].includes(field)) continue;
      this.skipped.add(`${name}.${field}`);
    }
    if (layers !== undefined && layers !== tower.layers.length) {
      const what = `${tower.layers.length} layers, not ${layers}`;
      this.differs(name, 'num_layers', what);
    }
    for (const group of groups) {
      const all = tower.layers.map(({ index }) => index);
      const indices = group.layers === 'all' ? all : (group.layers ?? []);
      const { count = indices.length } = group;
      if (count !== indices.length) {
        this.differs(name, 'count', `${indices.length} layers, not ${count}`);
      }
      for (const index of indices) {
        const layer = tower.layers[index];
        const where = `${name}[${index}]`;
        if (layer) this.group(where, { tower, layer, group }, model);
        else this.differs(where, 'layers', 'there is no such layer');
        if (this.failures.length >= ENOUGH) return;
      }
    }
    if (!full) return;
    const layer = tower.layers.find(({ attention }) => attention === 'full');
    if (layer) this.rotary(`${name} full`, layer, full, model);
    else this.differs(name, 'full_layers', 'there are none');
  }

  /** @param {string} where @param {{ tower: Tower, layer: Layer, group: Facts }} place @param {Model} model */
  group(where, place, model) {
    for (const [field, wanted] of Object.entries(place.group)) {
      if (field === 'layers' || field === 'count') continue;
      const read = Object.hasOwn(fields, field) && fields[field];
      if (field === 'rotary') this.rotary(where, place.layer, wanted, model);
      else if (field === 'query_scale_by_position') {
        this.queryScale(where, place.layer, wanted);
      } else if (field === 'decay') {
        this.decay(where, place.layer, wanted);
      } else if (field === 'window' && bothSides(place.layer, wanted)) {
        this.judged.push(
          `${where} window: ${place.layer.window} on both sides`,
        );
      } else if (!read) this.skipped.add(field);
      else this.field(where, field, read(place), wanted);
    }
  }

  /** @param {string} where @param {string} field @param {unknown} got @param {unknown} wanted */
  field(where, field, got, wanted) {
    if (same(got, wanted) || meansTheSame(field, got, wanted)) return;
    const [has, should] = [got, wanted].map((one) => JSON.stringify(one));
    this.differs(where, field, `${has}, not ${should}`);
  }

  /** @param {string} where @param {Layer} layer @param {Facts} wanted @param {Model} model */
  rotary(where, layer, wanted, model) {
    const { attention_factor_by_engine: engines, ...others } = wanted;
    for (const [field, what] of ropeDiffers(layer, others)) {
      if (what === null) this.skipped.add(`rotary.${field}`);
      else this.differs(where, `rotary.${field}`, what);
    }
    if (engines) this.engines(engines, model);
  }

  /** @param {string} where @param {Layer} layer @param {Facts} wanted */
  queryScale(where, { queryScale }, wanted) {
    const name = 'query_scale_by_position';
    for (const [field, value] of Object.entries(wanted)) {
      if (field === 'at') {
        for (const [position, factor] of value) {
          const got = this.queryScaleAt(queryScale, position);
          this.field(`${where} at ${position}`, name, got, factor);
        }
      } else if (field === 'beta') {
        this.field(where, name, queryScale?.scale ?? 0, value);
      } else if (field === 'L0' && queryScale) {
        this.field(where, name, queryScale.floorScale, value);
      } else this.skipped.add(`${name}.${field}`);
    }
  }

  /**
   * Slopes of linear attention: those of all layers, and what multiplies them in
   * each.
   * @param {string} where @param {Layer} layer @param {Facts} wanted
   */
  decay(where, { decay, index }, wanted) {
    const { slopes, layer_factor: factors, ...others } = wanted;
    for (const field of Object.keys(others)) this.skipped.add(`decay.${field}`);
    if (!decay) return this.differs(where, 'decay', 'there is none');
    const { method: _, ...options } = decay;
    const { data } = this.pe.decaySlopes(/** @type {any} */ (options));
    const own = slopes.map((/** @type {number} */ one) => one * factors[index]);
    this.field(where, 'decay', Array.from(data), own);
  }

  /** @param {Layer['queryScale']} spec @param {number} position */
  queryScaleAt(spec, position) {
    if (!spec) return 1;
    const made = this.pe.make(
      /** @type {any} */ ({ ...spec, positions: [position] }),
    );
    return /** @type {any} */ (made).data[0];
  }

  /** The values of programs, which a finding must name. @param {Facts} wanted @param {Model} model */
  engines(wanted, model) {
    const named = model.findings.flatMap(({ engines = {} }) =>
      Object.values(engines),
    );
    for (const [program, value] of Object.entries(wanted)) {
      if (named.some((one) => same(one, value))) continue;
      this.differs('', 'findings', `no finding names ${value} (${program})`);
    }
  }

  /** @param {Model} model @param {Facts[]} wanted @param {Facts[]} never */
  findings(model, wanted, never) {
    const said = model.findings.map(({ kind, key }) => `${kind} ${key}`);
    for (const { kind, key, severity } of wanted) {
      const found = model.findings.find(
        (one) => one.kind === kind && isKey(one.key, key),
      );
      if (!found) {
        this.differs('', 'findings', `no ${kind} ${key}, has ${said}`);
      } else if (severity && !severities(severity).includes(found.severity)) {
        this.differs('', 'findings', `${key} is a ${found.severity}`);
      }
    }
    for (const { key } of never) {
      const found = model.findings.find((one) => concerns(one.key, key));
      if (found) this.differs('', 'findings', `${key}: ${found.message}`);
    }
    const broken = this.given.kind === 'broken' && wanted.length > 0;
    for (const { severity, key, message } of model.findings) {
      if (severity !== 'error' || broken) continue;
      this.differs('', 'findings', `false alarm: ${key} ${message}`);
    }
  }
}
