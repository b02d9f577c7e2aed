/**
 * Completes an address that was typed without a scheme: `app.example.com` is `https://app.example.com`, and
 * `localhost:5173` is `http://localhost:5173`. Any other text stays as it is.
 */
export function completeUrl(typed: string): string {
  const text = typed.trim()
  const host = /^([\p{L}\p{N}.*_-]+|\[[\da-f:.]+\])(?::\d+)?(?:\/.*)?$/iu.exec(text)?.[1]
  if (host === undefined) return text
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host) ? `http://${text}` : `https://${text}`
}
