import type { Range } from './syntax.ts'

interface Token extends Range {
  readonly word: string
  /** Number of parentheses around it. */
  readonly depth: number
}

/** A token: a hole, a quoted text, a word, or one character. */
const tokens = /\$\{\d+\}|'[^']*'|[a-z_]\w*|\S/giu
const connectives = new Set(['and', 'or'])
/** The words that start a clause, which can be dropped as a whole. */
const clauses = new Set(['where', 'having', 'order', 'group', 'limit', 'offset', 'for'])
const others = new Set([
  'from',
  'on',
  'select',
  'set',
  'returning',
  'union',
  'when',
  'then',
  'else',
  'end',
  'case',
  'as',
])

/**
 * Finds what to remove from a text of SQL so that a condition no longer applies: the condition with the `and` or `or`
 * beside it, the item of a list with its comma, or the clause, if the quoted part starts with its word.
 *
 * @param text SQL, in which each hole has the form `${0000}`, as long as its source
 * @returns null if the quoted part is neither
 */
export function findDroppable(text: string, quoted: Range): Range | null {
  const read = readTokens(text)
  const inside = read.filter(({ start, end }) => quoted.start < end && start < quoted.end)
  const depth = Math.min(...inside.map((token) => token.depth))
  const [first] = inside
  if (!first) return null
  const at = read.indexOf(first)
  const isClause = clauses.has(first.word)
  // A range has an `and` that connects no conditions.
  const isBoundary = (token: Token, index: number): boolean =>
    token.depth < depth ||
    (token.depth === depth &&
      (clauses.has(token.word) ||
        others.has(token.word) ||
        (!isClause && (token.word === ',' || (connectives.has(token.word) && !isOfRange(read, index))))))
  const before = isClause ? at : read.findLastIndex((token, index) => index < at && isBoundary(token, index))
  const after = read.findIndex((token, index) => index > at && token.start >= quoted.end && isBoundary(token, index))
  const left = read[before]
  const right = read[after]
  const end = right?.start ?? text.trimEnd().length
  if (isClause || (left && left.depth === depth && isRemovable(left))) return { start: (left ?? first).start, end }
  if (right && right.depth === depth && isRemovable(right)) return { start: left?.end ?? first.start, end: right.end }
  if (left?.word === 'where') return { start: left.start, end }
  return null
}

function isRemovable({ word }: Token): boolean {
  return connectives.has(word) || word === ','
}

function isOfRange(read: readonly Token[], index: number): boolean {
  const earlier = read.slice(0, index).findLast(({ word }) => connectives.has(word) || word === 'between')
  return earlier?.word === 'between'
}

function readTokens(text: string): Token[] {
  let depth = 0
  return [...text.matchAll(tokens)].map(({ 0: found, index }) => {
    if (found === ')') depth--
    const token = { word: found.toLowerCase(), start: index, end: index + found.length, depth }
    if (found === '(') depth++
    return token
  })
}
