import type { FilledPart } from './template.ts'

const SAFE = /^(?:https?:\/\/|mailto:)/iu

/**
 * Joins the address of a link, a button or an image. A value in it is encoded, so that it adds no parameter and names no other
 * host, except for an address of the service, with which the address may begin.
 *
 * @returns null if the result is no address with `https:`, `http:` or `mailto:`
 */
export function addressFrom(filled: readonly FilledPart[]): string | null {
  const joined = filled
    .map((part, index) => {
      if (typeof part === 'string') return part
      return part.isAddress && index === 0 ? part.value : encodeURIComponent(part.value.toWellFormed())
    })
    .join('')
    .trim()
  if (!SAFE.test(joined) || /[\s\p{C}]/u.test(joined)) return null
  return URL.canParse(joined) ? joined : null
}
