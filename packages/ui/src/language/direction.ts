const rightToLeft = /^(ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/i

/** Returns the writing direction of a language tag, for the `dir` attribute. */
export function directionOf(lang: string): 'ltr' | 'rtl' {
  return rightToLeft.test(lang) ? 'rtl' : 'ltr'
}
