const END_CHARACTERS = 8

/** Splits before the last "@" of an address, else before the last eight characters. */
export function splitForMiddleCut(text: string): readonly [start: string, end: string] {
  const at = text.lastIndexOf('@')
  if (at > 0) return [text.slice(0, at), text.slice(at)]
  const characters = [...text]
  const split = Math.max(0, characters.length - END_CHARACTERS)
  return [characters.slice(0, split).join(''), characters.slice(split).join('')]
}
