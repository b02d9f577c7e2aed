import { endOfString, QUOTE } from './duplicate-keys.ts'

const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39

/** Without 16 digits or an exponent of three, every number is exact. The text of a string may match too. */
const maybeInexact = /\d{16}|\de[+-]?\d{3}/i
const numberPattern = /-?\d+(\.\d+)?(e[+-]?\d+)?/iy

/**
 * Whether a number of a JSON text changes when it is parsed: an integer beyond 2^53 - 1 (RFC 7493 section 2.2), or a
 * number beyond the range of a double, which becomes infinite or zero. A fraction is an approximation by nature and may
 * have any number of digits.
 *
 * @param json text that `JSON.parse` has accepted
 */
export function holdsInexactNumber(json: string): boolean {
  if (!maybeInexact.test(json)) return false
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at)
    if (character === QUOTE) {
      at = endOfString(json, at)
    } else if (character === MINUS || (character >= ZERO && character <= NINE)) {
      numberPattern.lastIndex = at
      const [literal = '', fraction, exponent] = numberPattern.exec(json) ?? []
      if (!isExact(literal, fraction === undefined && exponent === undefined)) return true
      at += literal.length - 1
    }
  }
  return false
}

function isExact(literal: string, isInteger: boolean): boolean {
  const value = Number(literal)
  if (isInteger) return Number.isSafeInteger(value)
  const isZero = !/[1-9]/.test(literal.split(/e/i, 1)[0] ?? '')
  return Number.isFinite(value) && (value !== 0 || isZero)
}
