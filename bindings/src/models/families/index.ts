/** All records of families, by the words of `model_type`. */

import type { Family } from '../family.js';
import { audio } from './audio.js';
import { audioMore } from './audio-more.js';
import { composites } from './composites.js';
import { decodersA } from './decoders-a.js';
import { decodersG } from './decoders-g.js';
import { decodersM } from './decoders-m.js';
import { decodersP } from './decoders-p.js';
import { decodersR } from './decoders-r.js';
import { detectors } from './detectors.js';
import { encoders } from './encoders.js';
import { encodersRelative } from './encoders-relative.js';
import { pictures } from './generator-pictures.js';
import { tables } from './generator-tables.js';
import { videos } from './generator-videos.js';
import { older } from './older.js';
import { paired } from './paired.js';
import { seq2seq } from './seq2seq.js';
import { t5 } from './t5.js';
import { vision } from './vision.js';
import { visionMore } from './vision-more.js';
import { visionStages } from './vision-stages.js';
import { visionTowers } from './vision-towers.js';

export const families: Readonly<Record<string, Family>> = {
  ...decodersA,
  ...decodersG,
  ...decodersM,
  ...decodersP,
  ...decodersR,
  ...encoders,
  ...encodersRelative,
  ...seq2seq,
  ...t5,
  ...older,
  ...paired,
  ...vision,
  ...visionStages,
  ...detectors,
  ...visionTowers,
  ...visionMore,
  ...audio,
  ...audioMore,
  ...composites,
  ...pictures,
  ...tables,
  ...videos,
};
