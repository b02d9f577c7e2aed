/**
 * Each check of a code counts as an attempt, and visitors reload pages. So the tab remembers the answer for a valid
 * code; its history entry contains the code anyway. If the code has become invalid, using it fails.
 */
const KEY = 'portico-good-code'

interface GoodCode<Answer> {
  readonly of: string
  readonly answer: Answer
}

export function rememberGoodCode(of: string, answer: unknown): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ of, answer }))
  } catch {
    // Without storage, a reload costs one attempt.
  }
}

/** Returns the remembered answer, or null if the latest valid code was another one. */
export function knownGoodCode<Answer>(of: string): GoodCode<Answer> | null {
  try {
    // `rememberGoodCode` wrote this value in this tab. A value from another source has a different `of` or none.
    const known = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as GoodCode<Answer> | null
    return known?.of === of ? known : null
  } catch {
    return null
  }
}

export function forgetGoodCode(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage nothing was remembered.
  }
}
