// Runs before the first paint, so that a chosen theme does not flash.
try {
  const chosen = localStorage.getItem('posenc-theme');
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
  }
} catch {
  // Storage may be forbidden; the system's theme is used then.
}
