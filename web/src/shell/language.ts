// The page writes numbers in English. uPlot asks the browser for its language
// while uPlot is loaded. In a German browser it would write commas. Under
// LANG=C.UTF-8, WebKitGTK names its language 'C'; `Intl` throws at that, and
// the page would stay blank.

/** Makes `browser` name `language` as its own. */
export function speakAs(
  browser: Pick<Navigator, 'language'>,
  language: string,
) {
  Object.defineProperty(browser, 'language', {
    value: language,
    configurable: true,
  });
}
