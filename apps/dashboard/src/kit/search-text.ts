/** Letters that do not decompose into a letter and an accent. The search of the service replaces the same ones. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Removes what a search ignores, accents and case: "jose" finds "José", "strasse" finds "Straße". */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[øłđðħŧıςßæœþ]/g, (letter) => letters[letter] ?? letter)
}

/** Whether one of the texts contains what was typed. */
export function containsTyped(typed: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const wanted = foldText(typed.trim())
  return texts.some((text) => foldText(text ?? '').includes(wanted))
}

/** The part of a text that a search has found, for emphasis. */
export function splitMatch(text: string, typed: string): readonly [before: string, match: string, after: string] {
  const wanted = foldText(typed.trim())
  let folded = ''
  // A character can become several, or none if it is an accent.
  const places: number[] = []
  let place = 0
  for (const character of text) {
    const part = foldText(character)
    folded += part
    for (let unit = 0; unit < part.length; unit += 1) places.push(place)
    place += character.length
  }
  const at = wanted === '' ? -1 : folded.indexOf(wanted)
  if (at === -1) return [text, '', '']
  const [from, until] = [places[at] ?? 0, places[at + wanted.length] ?? text.length]
  return [text.slice(0, from), text.slice(from, until), text.slice(until)]
}
