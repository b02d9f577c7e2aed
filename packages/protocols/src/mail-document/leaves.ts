import { fillTemplate, type FilledPart, type Variables } from './template.ts'
import type { Budget } from './tree.ts'

/**
 * Replaces the placeholders in a text of a block.
 *
 * @throws UnrenderableDocument
 */
export function fillText(text: string | null | undefined, variables: Variables, budget: Budget): FilledPart[] {
  // guard: a text that a document shows many times is read a limited number of times (keep `text ?? ''`) [render]
  const filled = fillTemplate(budget.read(text ?? ''), variables)
  for (const part of filled) if (typeof part !== 'string') budget.read(part.value)
  return filled
}

/** Whether the whole text depends on conditions that do not hold. The block of such a text or label is left out. */
export function isLeftOut(text: string | null | undefined, variables: Variables): boolean {
  return Boolean(text?.includes('{{#if')) && textOfParts(fillTemplate(text ?? '', variables)) === ''
}

/**
 * Line breaks, control characters and direction marks. The two joiners stay, because some scripts and emoji require
 * them.
 */
const NOT_PLAIN = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]+/gu
const NOT_PLAIN_IN_LINES = /(?!\n|[\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]+/gu

/** Returns the text of a part. A value is one line, unless it is a text of the service. */
export function textOfPart(part: FilledPart): string {
  if (typeof part === 'string') return part
  return part.value.replaceAll(part.hasLines ? NOT_PLAIN_IN_LINES : NOT_PLAIN, ' ')
}

export function textOfParts(parts: readonly FilledPart[]): string {
  return parts.map(textOfPart).join('')
}
