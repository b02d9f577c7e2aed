/**
 * Each look at a code counts as a try, and a page is reloaded easily; so what the service said of a code that was good is
 * remembered in this tab, whose history entry has the code anyway. Once it is not good any more, its use says so.
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
    // Storage that is switched off or full costs a try, no more.
  }
}

/** Null unless the latest good code was this one. */
export function knownGoodCode<Answer>(of: string): GoodCode<Answer> | null {
  try {
    // Written by the function above, in this tab; what anything else has left there has another `of`, or no shape at all.
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
    // Nothing was remembered then.
  }
}
