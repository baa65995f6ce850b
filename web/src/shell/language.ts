// The page is in English, and so are its numbers. uPlot takes the language of
// its own numbers from the browser, while it is loaded. In a German browser it
// would write commas beside the points of the page; and where WebKitGTK has no
// locale but an encoding (LANG=C.UTF-8), it calls its language 'C', at which
// Intl throws, and the page would stay blank.

/** Makes a browser name that language, whatever its own is. */
export function speakAs(
  browser: Pick<Navigator, 'language'>,
  language: string,
) {
  Object.defineProperty(browser, 'language', {
    value: language,
    configurable: true,
  });
}
