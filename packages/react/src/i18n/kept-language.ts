/** The language that the visitor chose in the language menu. */
const KEY = 'portico-language'

/** Returns null also if the browser blocks the storage. */
export function keptLanguage(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function keepLanguage(lang: string): void {
  try {
    localStorage.setItem(KEY, lang)
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}
