const END_CHARACTERS = 8
/** Minimum number of characters that remain at the start, at any width. */
const START_MIN_CHARACTERS = 3

/**
 * Cuts a text in the middle to the longest that fits: the domain of an address stays, or the last eight characters of
 * an id. If the width is too small, the result does not fit either.
 */
export function cutInMiddle(text: string, fits: (shown: string) => boolean): string {
  const [start, end] = splitAtEnd(text)
  const characters = [...start]
  if (characters.length <= START_MIN_CHARACTERS) return text
  const withStart = (length: number): string => `${characters.slice(0, length).join('')}…${end}`
  let longest = START_MIN_CHARACTERS
  let tooLong = characters.length
  while (tooLong - longest > 1) {
    const middle = Math.floor((longest + tooLong) / 2)
    if (fits(withStart(middle))) longest = middle
    else tooLong = middle
  }
  return withStart(longest)
}

/** Splits before the last "@" of an address, else before the last characters. */
function splitAtEnd(text: string): readonly [start: string, end: string] {
  const at = text.lastIndexOf('@')
  if (at > 0) return [text.slice(0, at), text.slice(at)]
  const characters = [...text]
  const split = Math.max(0, characters.length - END_CHARACTERS)
  return [characters.slice(0, split).join(''), characters.slice(split).join('')]
}
