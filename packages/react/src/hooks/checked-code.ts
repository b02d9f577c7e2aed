/**
 * Each look at a code counts as a try, and a page is reloaded easily; so a code that was good is remembered in this tab,
 * whose address shows it anyway. Once it is not good any more, its use says so.
 */
const KEY = 'portico-good-code'

export function rememberGoodCode(code: string): void {
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // Storage that is switched off or full costs a try, no more.
  }
}

export function isKnownGoodCode(code: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === code
  } catch {
    return false
  }
}

export function forgetGoodCode(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was remembered then.
  }
}
