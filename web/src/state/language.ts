// The page is in English, and so are its numbers. uPlot takes the language of
// numbers from the browser, and takes it while it is loaded: a German browser
// would bring commas into the charts of an English page, and WebKitGTK in a
// process without a locale (LANG=C.UTF-8) calls its language 'C', which Intl
// refuses: the page would stay blank.

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
