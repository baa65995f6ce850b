// @ts-check
// npm runs this when it has packed the package: see build/pack.mjs.
import { bringMaps } from './build/pack.mjs';

bringMaps();
