/** The project and the session that a browser window uses after the code has run in its console. */
export interface SnippetSession {
  readonly projectId: string
  readonly refreshToken: string
  readonly lifetimeMillis: number
}

/**
 * Returns code for the console of the app: it writes the session into the cookie that the client SDKs read, and loads the page again.
 * It contains nothing that a user has written, because the console runs it.
 */
export function impersonationSnippet({ projectId, refreshToken, lifetimeMillis }: SnippetSession): string {
  const [name, token] = [`stack-refresh-${projectId}--default`, refreshToken].map((text) => JSON.stringify(text))
  return `{
  const isHttps = location.protocol === 'https:'
  const name = (isHttps ? '__Host-' : '') + ${name}
  const session = { refresh_token: ${token}, updated_at_millis: Date.now() }
  document.cookie = name + '=' + encodeURIComponent(JSON.stringify(session)) +
    '; Path=/; Max-Age=${Math.ceil(lifetimeMillis / 1_000)}; SameSite=Lax' + (isHttps ? '; Secure' : '')
  location.reload()
}`
}
