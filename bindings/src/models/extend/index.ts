/** `extend`: the settings of an engine for texts of a given length. */

import { readPlaces } from '../model.js';
import type { LayerFacts, Tower } from '../types.js';
import { changed, type Values } from './change.js';
import { notesOf } from './notes.js';
import { openLayers, type Sees, seesAll, turns, unfit } from './open-layers.js';
import {
  type Engine,
  type Extended,
  type ExtendOptions,
  extendOptions,
  type Settings,
} from './options.js';
import { settingsOf } from './settings.js';
import { type Stretch, stretchOf } from './stretch.js';

/**
 * The settings of an engine for texts of `to` tokens.
 *
 *   range    `config` as `model` takes it; `to` up to 2³¹ - 1
 *   error    what `model` throws; `PosencRangeError` if the model cannot be
 *            stretched (`config`), not so far (`to`), not by that schedule
 *            (`schedule`), or not in that engine (`for`), and why
 *   cost     reads the configuration twice
 */
export function extend<E extends Engine>(
  config: unknown,
  options: ExtendOptions<E>,
): Extended<E> {
  const request = extendOptions(options);
  const { to, arch, for: engine } = request;
  const { model, main } = readPlaces(config);
  // A window that is wider than the longest text of the training bounds nothing.
  const longest = main.section.fact('maxPosition') ?? to;
  const sees = seesAll(Math.min(to, longest + 1));
  const [open] = openLayers(main.tower, sees);
  const stretch = stretchOf(main, open, request);
  const change = changed(config as Values, main, stretch);
  const after =
    change.config === config ? { model, main } : readPlaces(change.config);
  agree(after.main.tower, stretch, sees);
  const wanted = {
    to,
    sees,
    arch,
    stretch,
    change,
    place: main,
    tower: after.main.tower,
  };
  const settings = settingsOf(engine, wanted) as Settings<E>;
  const notes = notesOf(engine, { ...wanted, before: main.tower });
  const { findings } = after.model;
  return { config: change.config, settings, notes, findings };
}

/** Makes sure that the class reads what was written. */
function agree(
  tower: Tower<LayerFacts>,
  { type, factor }: Stretch,
  sees: Sees,
): void {
  if (factor === null) return;
  for (const { spec, index } of tower.layers.filter(turns).filter(sees)) {
    const scaling = (spec.scaling ?? {}) as Readonly<Record<string, unknown>>;
    if (scaling.type === type && scaling.factor === factor) continue;
    throw unfit(`layer ${index} of ${tower.family}, whose class sets its rope`);
  }
}
