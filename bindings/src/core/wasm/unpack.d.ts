// Made by the build: the module that unpacks the others, two digits a byte.
export declare const hex: string;
