import type { FilledPart } from './template.ts'

const SAFE = /^(?:https?:\/\/|mailto:)/iu
/** The part of an address that decides where it leads. */
const DESTINATION = /^\s*(?:https?:\/\/[^/?#]+[/?#]|mailto:)/iu

/**
 * Joins the address of a link, a button or an image. A value is encoded, so that it cannot add a parameter, and comes
 * after the host, so that it cannot change it. An address of the service is inserted unchanged, and only at the start.
 *
 * @returns null if the result is not an address with `https:`, `http:` or `mailto:`
 */
export function addressFrom(filled: readonly FilledPart[]): string | null {
  let joined = ''
  for (const part of filled) {
    // guard: a value in an address of a mail is encoded (replace `encodeURIComponent(…)` with `part.value`) [render]
    // guard: a value in an address of a mail names no host (replace `!DESTINATION.test(joined)` with `false`) [render]
    if (typeof part === 'string') joined += part
    else if (part.isAddress && joined.trim() === '') joined += part.value
    else if (!DESTINATION.test(joined)) return null
    else joined += encodeURIComponent(part.value.toWellFormed())
  }
  const address = joined.trim()
  // guard: an address of a mail has a scheme that runs no code (drop `!SAFE.test(address)`) [render]
  if (!SAFE.test(address) || /[\s\p{C}]/u.test(address)) return null
  return URL.canParse(address) ? address : null
}

/**
 * Joins the address of an image. A placeholder that is the whole address can name an image of the mail itself.
 *
 * @returns null without an address from which a reader can load an image
 */
export function imageAddressFrom(filled: readonly FilledPart[]): string | null {
  const parts = filled.filter((part) => typeof part !== 'string' || part.trim() !== '')
  const [only] = parts
  if (parts.length === 1 && typeof only === 'object' && only.isImage) return only.value === '' ? null : only.value
  const address = addressFrom(filled)
  return address?.startsWith('http') === true ? address : null
}
