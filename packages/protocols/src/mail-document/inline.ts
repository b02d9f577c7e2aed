import { addressFrom } from './address.ts'
import type { FilledPart } from './template.ts'

/** A part of a block's text. */
export type Inline =
  | { readonly kind: 'text'; readonly parts: readonly FilledPart[] }
  | { readonly kind: 'bold'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly address: string | null; readonly parts: readonly Inline[] }

/**
 * Parses the Markdown of a text: `[label](address)` and `**bold**`. Values are opaque here, so that no value can add a
 * link or end one.
 */
export function parseInline(filled: readonly FilledPart[]): Inline[] {
  return parseBold(parseLinks(tokensOf(filled)))
}

type Link = Extract<Inline, { kind: 'link' }>

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

function parseLinks(tokens: readonly Token[]): (Token | Link)[] {
  const pieces: (readonly (Token | Link)[])[] = []
  const lastEnd = tokens.lastIndexOf(')')
  let from = 0
  for (let at = 0; at < lastEnd; at += 1) {
    const link = tokens[at] === '[' ? linkAt(tokens, at) : null
    if (!link) continue
    const address = addressFrom(tokens.slice(link.middle + 1, link.end).map(partOf))
    const parts = parseBold(tokens.slice(at + 1, link.middle))
    pieces.push(tokens.slice(from, at), [{ kind: 'link', address, parts }])
    from = link.end + 1
    at = link.end
  }
  return [...pieces, tokens.slice(from)].flat()
}

/** Finds where the label and the address end in the link that begins at a bracket. The innermost bracket begins it. */
function linkAt(tokens: readonly Token[], start: number): { readonly middle: number; readonly end: number } | null {
  for (let middle = start + 1; middle < tokens.length; middle += 1) {
    if (tokens[middle] === '[') return null
    if (tokens[middle] !== '](') continue
    const end = tokens.indexOf(')', middle)
    return end === -1 ? null : { middle, end }
  }
  return null
}

function parseBold(tokens: readonly (Token | Link)[]): Inline[] {
  const pieces: (readonly Inline[])[] = []
  let from = 0
  for (;;) {
    const start = tokens.indexOf('**', from)
    const end = start === -1 ? -1 : tokens.indexOf('**', start + 1)
    if (end === -1) return [...pieces, inlinesOf(tokens.slice(from))].flat()
    const bold = { kind: 'bold', parts: inlinesOf(tokens.slice(start + 1, end)) } as const
    pieces.push(inlinesOf(tokens.slice(from, start)), [bold])
    from = end + 1
  }
}

/** Joins the tokens between links to texts. */
function inlinesOf(tokens: readonly (Token | Link)[]): Inline[] {
  const inlines: Inline[] = []
  let parts: FilledPart[] = []
  const endText = (): void => {
    if (parts.length > 0) inlines.push({ kind: 'text', parts })
    parts = []
  }
  for (const token of tokens) {
    if (!isLink(token)) {
      parts.push(partOf(token))
      continue
    }
    endText()
    inlines.push(token)
  }
  endText()
  return inlines
}

function isLink(token: Token | Link): token is Link {
  return typeof token !== 'string' && 'kind' in token
}

function partOf(token: Token): FilledPart {
  return typeof token === 'string' ? token : token.part
}
