// @ts-check
// Runs before the package is packed: see build/pack.mjs.
import { copyDocuments } from './build/pack.mjs';

copyDocuments();
