/** Which entry of one family has a method. */

import { homes } from './homes.js';

/** The name of an entry of one family, as in `posenc/rotary`. */
export type Home = keyof typeof homes;

/** The smallest entry that has the method; undefined for an unknown name. */
export function homeOf(method: string): Home | undefined {
  const names = Object.keys(homes) as Home[];
  return names.find((name) => homes[name].split(' ').includes(method));
}
