// Runs before the first paint, so that the page does not flash in the other theme. A classic script: modules run too late.
try {
  const theme = localStorage.getItem('portico-dashboard-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the theme of the system applies.
}
