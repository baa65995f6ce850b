/** Before the path of an option of the second rope, in addresses and errors. */
export const prefix = 'second.';
