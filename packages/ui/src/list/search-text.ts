import { foldText } from '@portico/contract/search-text'

export { foldText }

/** Whether the texts contain all the words that were typed. */
export function containsTyped(typed: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const folded = texts.map((text) => foldText(text ?? ''))
  return foldText(typed)
    .split(/\s+/)
    .every((word) => folded.some((text) => text.includes(word)))
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
