/**
 * The origin of a value: its name in errors, and the folder of files it names.
 */
export interface Source {
  readonly name: string;
  readonly folder: string;
}
