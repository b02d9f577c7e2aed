/** The URL rules of the specification, each as a predicate. */

/** Whether the URL standard can parse a text on its own. It accepts spaces, which `isUrl` does not. */
export function isParsableUrl(text: string): boolean {
  // `URL.canParse` is missing in browsers of 2023.
  try {
    return new URL(text).href !== ''
  } catch {
    return false
  }
}

/** Whether the service accepts a text as a URL. */
export function isUrl(text: string): boolean {
  return !text.includes(' ') && isParsableUrl(text)
}

/** Whether a text begins like the URL of a web page, which the service requires of trusted domains. */
export function isWebUrl(text: string): boolean {
  return text.startsWith('http://') || text.startsWith('https://')
}
