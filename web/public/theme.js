// Applies the chosen theme before the first paint.
try {
  const chosen = localStorage.getItem('posenc-theme');
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
  }
} catch {
  // Storage may be forbidden; the page then has the theme of the system.
}
