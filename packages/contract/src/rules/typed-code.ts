/**
 * Returns a code that a person typed or pasted, with the ASCII forms of its characters and without spaces and dashes:
 * `１２３ 456` becomes `123456`. Letters and digits of other keyboards and input methods mean the same as their ASCII
 * forms.
 */
export function readTypedCode(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replaceAll(/\p{Nd}/gu, toAsciiDigit)
      // `Cf`: invisible characters, such as the marks around a code in a right-to-left text.
      .replaceAll(/[\s\p{Cf}\p{Pd}]/gu, '')
  )
}

/**
 * The decimal digits of a writing system are ten consecutive code points (Unicode Standard 4.6), and so are those after
 * them.
 */
function toAsciiDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0
  let first = codePoint
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((codePoint - first) % 10)
}
