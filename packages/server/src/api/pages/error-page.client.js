// Runs in the browser. The query of the URL may contain the code and state of a provider, or a token.
history.replaceState(null, '', location.pathname)
