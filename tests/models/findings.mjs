// @ts-check
// The words of cases about findings.

/** @param {string} text such as `info` or `warning or error` */
export function severities(text) {
  return text.replace('info', 'note').split(' or ');
}

/** @param {string} got @param {string} wanted a path or its end */
export function isKey(got, wanted) {
  return (
    got === wanted || got.endsWith(`.${wanted}`) || wanted.endsWith(`.${got}`)
  );
}

/** @param {string} got @param {string} wanted @returns whether a finding is about a key or below */
export function concerns(got, wanted) {
  return isKey(got, wanted) || `.${got}.`.includes(`.${wanted}.`);
}
