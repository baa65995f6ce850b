/** Pictures of the methods that are no tables, made while the page is built. */
declare module 'virtual:small-pictures' {
  import type { SmallPicture } from './small-picture.js';

  export const pictures: Readonly<Record<string, SmallPicture>>;
}
