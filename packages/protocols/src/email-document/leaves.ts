import type { FilledPart } from './template.ts'

/** Line breaks, control characters and direction marks. The two joiners stay, because some scripts and emoji require them. */
const NOT_PLAIN = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]+/gu

/** Returns the text of a part. A value is one line. */
export function textOfPart(part: FilledPart): string {
  return typeof part === 'string' ? part : part.value.replaceAll(NOT_PLAIN, ' ')
}

export function textOfParts(parts: readonly FilledPart[]): string {
  return parts.map(textOfPart).join('')
}
