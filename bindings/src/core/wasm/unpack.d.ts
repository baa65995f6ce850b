// Made by the build: the module that unpacks the others.
export declare const bytes: readonly number[];
