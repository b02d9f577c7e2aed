const RIGHT_TO_LEFT = '\u202e'
const END = '\u202c'
const ACUTE = '\u0301'
const ADDED_SHARE = 0.45

/**
 * Returns a text with the form of an English one in a language that does not exist: each word is nearly half as long
 * again, has accents and is written from right to left. Placeholders remain.
 */
export function pseudoText(text: string): string {
  return text.replaceAll(/\{\w+\}|\p{L}+/gu, (part) => (part.startsWith('{') ? part : pseudoWord(part)))
}

function pseudoWord(word: string): string {
  const long = word + word.slice(0, Math.ceil(word.length * ADDED_SHARE))
  const accented = long.replaceAll(/[aceinorsuyz]/gi, (letter) => (letter + ACUTE).normalize())
  return `${RIGHT_TO_LEFT}${accented}${END}`
}
