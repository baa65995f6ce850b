// @ts-check
// Compares the answer of `model` with a case.

import {
  fields,
  frequenciesDiffer,
  frequenciesOf,
  rotaryFields,
  same,
} from './group.mjs';

/** @typedef {import('posenc').Model} Model */
/** @typedef {import('posenc').Tower} Tower */
/** @typedef {import('posenc').Layer} Layer */
/** @typedef {Record<string, any>} Facts */

/** Fields that are prose, or that say which layers a group has. */
const prose = new Set([
  'layers',
  'count',
  'form',
  'bias_form',
  'angle',
  'window_is',
  'switch',
]);

/** A comparison: what differs, and which fields have no comparison. */
export class Answer {
  /** @type {string[]} */
  failures = [];
  /** @type {Set<string>} */
  skipped = new Set();
  /** @type {string[]} */
  judged = [];

  /**
   * @param {import('posenc').Posenc} pe
   * @param {Facts} given the case
   */
  constructor(pe, given) {
    this.pe = pe;
    this.given = given;
    /** Fields whose reading is a choice. @type {string} */
    this.choices = (given.judged ?? []).join(' ');
  }

  /** @param {string} where @param {string} field @param {string} what */
  differs(where, field, what) {
    const text = `${where} ${field}: ${what}`;
    const bare = field.split('.').at(-1) ?? field;
    const open = new RegExp(`\\b${bare}\\b`).test(this.choices);
    (open ? this.judged : this.failures).push(text);
  }

  /** @param {Model} model */
  compare(model) {
    const {
      towers = {},
      findings = [],
      must_not_report = [],
    } = this.given.expect;
    for (const [name, wanted] of Object.entries(towers)) {
      if (name === 'meant' || name === 'native_class') continue;
      const tower = model.towers[name];
      if (tower) this.tower(name, tower, wanted);
      else
        this.differs(
          '',
          'towers',
          `no ${name}, has ${Object.keys(model.towers)}`,
        );
    }
    this.findings(model, findings, must_not_report);
  }

  /** @param {string} name @param {Tower} tower @param {Facts} wanted */
  tower(name, tower, wanted) {
    const { num_layers: layers, groups = [], full_layers: full } = wanted;
    if (layers !== tower.layers.length) {
      const what = `${tower.layers.length} layers, not ${layers}`;
      this.differs(name, 'num_layers', what);
    }
    for (const group of groups) {
      const all = tower.layers.map(({ index }) => index);
      const indices = group.layers === 'all' ? all : group.layers;
      for (const index of indices) {
        const layer = tower.layers[index];
        const where = `${name}[${index}]`;
        if (!layer) {
          this.differs(where, 'layers', 'there is no such layer');
        } else {
          this.group(where, tower, layer, group);
        }
        if (this.failures.length > 3) return;
      }
    }
    if (!full) return;
    const layer = tower.layers.find(({ attention }) => attention === 'full');
    if (layer) this.rotary(`${name} full`, layer, full);
    else this.differs(name, 'full_layers', 'there are none');
  }

  /** @param {string} where @param {Tower} tower @param {Layer} layer @param {Facts} group */
  group(where, tower, layer, group) {
    for (const [field, wanted] of Object.entries(group)) {
      if (field === 'rotary') this.rotary(where, layer, wanted);
      else if (field === 'query_scale_by_position') {
        this.queryScale(where, layer, wanted);
      } else if (!prose.has(field)) {
        this.field(
          where,
          field,
          fields[field]?.({ tower, layer, group }),
          wanted,
        );
      }
    }
  }

  /** @param {string} where @param {string} field @param {unknown} got @param {unknown} wanted */
  field(where, field, got, wanted) {
    const bare = field.split('.').at(-1) ?? field;
    const known = field.startsWith('rotary.') ? rotaryFields : fields;
    if (!Object.hasOwn(known, bare)) this.skipped.add(field);
    else if (!same(got, wanted)) {
      const [has, should] = [got, wanted].map((one) => JSON.stringify(one));
      this.differs(where, field, `${has}, not ${should}`);
    }
  }

  /** @param {string} where @param {Layer} layer @param {Facts} wanted */
  rotary(where, layer, wanted) {
    const { rope } = layer;
    if (!rope) {
      this.differs(where, 'rotary', 'there is no rope');
      return;
    }
    for (const [field, value] of Object.entries(wanted)) {
      if (prose.has(field)) continue;
      const name = `rotary.${field}`;
      if (field.startsWith('inv_freq')) {
        const length = field.endsWith('_long') ? longest : undefined;
        const turned = length ? rope.at(length) : rope;
        const numbers = frequenciesOf(layer, turned.frequencies, value);
        const differs = frequenciesDiffer(numbers, value);
        if (differs) this.differs(where, name, differs);
      } else if (field === 'dynamic') {
        this.dynamic(where, rope, value);
      } else if (field === 'mrope') {
        const { axes } = /** @type {Facts} */ (layer.positions[0] ?? {});
        if (!same(axes?.sections, value.section)) {
          this.differs(where, name, `sections ${axes?.sections}`);
        }
        if ((axes?.type === 'interleaved') !== value.interleaved) {
          this.differs(where, name, `axes ${axes?.type}`);
        }
      } else if (field === 'attention_factor_by_engine') {
        this.engines(value);
      } else {
        this.field(where, name, rotaryFields[field]?.(layer, value), value);
      }
    }
  }

  /** @param {string} where @param {import('posenc').Rope} rope @param {Facts} wanted */
  dynamic(where, rope, wanted) {
    for (const { length, inv_freq } of wanted.at_length) {
      const at = rope.at(length);
      const differs = frequenciesDiffer(at.frequencies, inv_freq);
      if (differs) this.differs(where, 'dynamic', `at ${length}: ${differs}`);
    }
  }

  /** @param {string} where @param {Layer} layer @param {Facts} wanted */
  queryScale(where, layer, wanted) {
    for (const [position, factor] of wanted.at ?? []) {
      const { queryScale } = layer;
      const spec = /** @type {any} */ ({
        ...queryScale,
        positions: [position],
      });
      const made = queryScale ? /** @type {any} */ (this.pe.make(spec)) : null;
      const got = made?.data[0] ?? 1;
      if (same(got, factor)) continue;
      this.differs(
        where,
        'query_scale',
        `${got} at ${position}, not ${factor}`,
      );
    }
  }

  /** The values of programs that a finding must name. @param {Facts} wanted */
  engines(wanted) {
    const named = this.model?.findings.flatMap(({ engines = {} }) =>
      Object.values(engines),
    );
    for (const [program, value] of Object.entries(wanted)) {
      if (named?.some((one) => same(one, value))) continue;
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

  /** @param {Model} model */
  run(model) {
    this.model = model;
    this.compare(model);
  }
}

/** A context for which `longrope` takes its long divisors. */
const longest = 2 ** 30;

/** Words of cases for severities. @param {string} text */
function severities(text) {
  return text.replace('info', 'note').split(' or ');
}

/** @param {string} got @param {string} wanted a path or its end */
function isKey(got, wanted) {
  return (
    got === wanted || got.endsWith(`.${wanted}`) || wanted.endsWith(`.${got}`)
  );
}

/** @param {string} got @param {string} wanted @returns whether a finding is about a key or below */
function concerns(got, wanted) {
  return isKey(got, wanted) || `.${got}.`.includes(`.${wanted}.`);
}
