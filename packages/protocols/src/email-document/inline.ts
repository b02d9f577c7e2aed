import { addressFrom } from './address.ts'
import type { FilledPart } from './template.ts'

/** A part of the text of a block. */
export type Inline =
  | { readonly kind: 'text'; readonly parts: readonly FilledPart[] }
  | { readonly kind: 'bold'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly address: string | null; readonly parts: readonly Inline[] }

/**
 * Parses the Markdown of a text: `[label](address)` and `**bold**`. Values are opaque here, so that no value can add a link or
 * end one.
 */
export function parseInline(filled: readonly FilledPart[]): Inline[] {
  return parseLinks(tokensOf(filled))
}

type Token = '**' | '[' | '](' | ')' | { readonly part: FilledPart }

const MARKS = /(\*\*|\]\(|[[)])/u

function tokensOf(filled: readonly FilledPart[]): Token[] {
  return filled.flatMap((part): Token[] => {
    if (typeof part !== 'string') return [{ part }]
    return part
      .split(MARKS)
      .filter((piece) => piece !== '')
      .map((piece) => (isMark(piece) ? piece : { part: piece }))
  })
}

function isMark(piece: string): piece is Extract<Token, string> {
  return piece === '**' || piece === '[' || piece === '](' || piece === ')'
}

function parseLinks(tokens: readonly Token[]): Inline[] {
  const inlines: Inline[] = []
  const lastEnd = tokens.lastIndexOf(')')
  let from = 0
  for (let at = 0; at < lastEnd; at += 1) {
    const link = tokens[at] === '[' ? linkAt(tokens, at) : null
    if (!link) continue
    inlines.push(...parseBold(tokens.slice(from, at)))
    inlines.push({
      kind: 'link',
      address: addressFrom(tokens.slice(link.middle + 1, link.end).map(partOf)),
      parts: parseBold(tokens.slice(at + 1, link.middle)),
    })
    from = link.end + 1
    at = link.end
  }
  return [...inlines, ...parseBold(tokens.slice(from))]
}

/** Finds the end of the label and of the address of the link that begins at a bracket. The innermost bracket begins it. */
function linkAt(tokens: readonly Token[], start: number): { readonly middle: number; readonly end: number } | null {
  for (let middle = start + 1; middle < tokens.length; middle += 1) {
    if (tokens[middle] === '[') return null
    if (tokens[middle] !== '](') continue
    const end = tokens.indexOf(')', middle)
    return end === -1 ? null : { middle, end }
  }
  return null
}

function parseBold(tokens: readonly Token[]): Inline[] {
  const inlines: Inline[] = []
  let from = 0
  for (;;) {
    const start = tokens.indexOf('**', from)
    const end = start === -1 ? -1 : tokens.indexOf('**', start + 1)
    if (end === -1) return [...inlines, ...textOf(tokens.slice(from))]
    inlines.push(...textOf(tokens.slice(from, start)), { kind: 'bold', parts: textOf(tokens.slice(start + 1, end)) })
    from = end + 1
  }
}

function textOf(tokens: readonly Token[]): Inline[] {
  return tokens.length === 0 ? [] : [{ kind: 'text', parts: tokens.map(partOf) }]
}

function partOf(token: Token): FilledPart {
  return typeof token === 'string' ? token : token.part
}
