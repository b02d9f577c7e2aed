/** The URL rules of the protocol, each as a predicate. */

/** Whether a text is an absolute URL of the URL standard. Accepts spaces. */
export function isParsableUrl(text: string): boolean {
  // Browsers from 2023 do not have `URL.canParse`.
  try {
    return new URL(text).href !== ''
  } catch {
    return false
  }
}

/** Whether a text starts with `http://` or `https://`, which the service requires of trusted domains. */
export function isWebUrl(text: string): boolean {
  return text.startsWith('http://') || text.startsWith('https://')
}
