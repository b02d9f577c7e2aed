import type { Marker } from './marker.ts'
import { findDroppable } from './sql.ts'
import { contains, type Node, type Range, type Syntax } from './syntax.ts'

/** A part of a source and the text that takes its place. */
interface Edit extends Range {
  readonly becomes: string
}

/**
 * Removes the check of a marker from the source.
 *
 * @throws Error if the operator of the marker does not fit the code
 */
export function applyMarker(syntax: Syntax, marker: Marker): string {
  const { source, file } = syntax
  const edit = editOf(syntax, marker)
  if (!edit) throw new Error(`${file}: the marker "${marker.check}" does not fit the code below it`)
  return source.slice(0, edit.start) + edit.becomes + source.slice(edit.end)
}

function editOf(syntax: Syntax, { operator, node: marked }: Marker): Edit | null {
  if (operator.quote === null) return findRemoval(syntax, marked, marked)
  const quoted = findQuoted(syntax, marked, operator.quote)
  if (!quoted) return null
  if (operator.name === 'replace') return { ...quoted, becomes: operator.replacement }
  const part = withoutConnectives(syntax, quoted)
  const around = syntax.nodes.filter((node) => node !== marked && contains(marked, node) && contains(node, part))
  if (operator.name === 'keep') return findReduction(syntax, around, part)
  const removals = around.flatMap((node) => findRemoval(syntax, node, part) ?? [])
  return removals.toSorted((one, other) => sizeOf(one) - sizeOf(other))[0] ?? null
}

function sizeOf({ start, end, becomes }: Edit): number {
  return end - start - becomes.length
}

/**
 * Finds the place of a quoted text, in which all white space is the same, and `…` matches the rest of an expression.
 * Null unless there is exactly one.
 */
function findQuoted({ source, nodes }: Syntax, marked: Node, quote: string): Range | null {
  const [head = '', tail] = quote.split('…').map(patternOf)
  const places =
    tail === undefined
      ? [...source.slice(marked.start, marked.end).matchAll(new RegExp(head, 'g'))].map(({ 0: found, index }) => ({
          start: marked.start + index,
          end: marked.start + index + found.length,
        }))
      : nodes.filter(
          ({ start, end, parent }) =>
            contains(marked, { start, end }) &&
            !(parent?.start === start && parent.end === end) &&
            new RegExp(`^${head}.*${tail}$`, 's').test(source.slice(start, end)),
        )
  const smallest = places.filter((place) => !places.some((other) => other !== place && contains(place, other)))
  return smallest.length === 1 ? (smallest[0] ?? null) : null
}

function patternOf(text: string): string {
  return text.replaceAll(/[^\w\s]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
}

/** A quote may name what is beside its part, such as `and is_anonymous`, so that it occurs once. */
function withoutConnectives({ source }: Syntax, { start, end }: Range): Range {
  const [before = ''] = /^(?:(?:&&|\|\||[?:,]|and\b|or\b)\s*)?/.exec(source.slice(start, end)) ?? []
  const [after = ''] = /(?:\s*(?:&&|\|\||[?:,]|\band|\bor))?$/.exec(source.slice(start, end)) ?? []
  return { start: start + before.length, end: end - after.length }
}

const reducible = new Set([
  'ArrayExpression',
  'BinaryExpression',
  'CallExpression',
  'ConditionalExpression',
  'LogicalExpression',
  'MemberExpression',
  'ObjectExpression',
  'SpreadElement',
  'TemplateLiteral',
])

/**
 * Replaces the expression around the quoted one with the quoted one: a call becomes its argument, a conditional one of
 * its branches.
 */
function findReduction({ source }: Syntax, around: readonly Node[], quoted: Range): Edit | null {
  const part = around.find(({ start, end }) => start === quoted.start && end === quoted.end)
  let whole = part?.parent
  while (whole && isWrapper(whole)) whole = whole.parent
  if (!part || !whole || !reducible.has(whole.type)) return null
  return { start: whole.start, end: whole.end, becomes: source.slice(part.start, part.end) }
}

/** Returns whether a node is a part of the expression around it: its parentheses, or the method that a call names. */
function isWrapper(node: Node): boolean {
  if (node.type === 'MemberExpression') return node.parent?.type === 'CallExpression' && node.parent.callee === node
  return node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression'
}

/** Removes a node, or the part of it that has the quoted text, if the code around it is complete without it. */
function findRemoval(syntax: Syntax, node: Node, quoted: Range): Edit | null {
  const { parent } = node
  const isStatement = node.type.endsWith('Statement')
  // A quote inside a statement does not mean the statement.
  if (!parent || node.type === 'VariableDeclaration' || (isStatement && node.start !== quoted.start)) return null
  if (node.type === 'TemplateLiteral') return findRemovalOfSql(syntax, node, quoted)
  if (isItem(parent, node, 'arguments', 'elements', 'properties')) return withComma(syntax, node, parent)
  if (isItem(parent, node, 'attributes', 'body', 'consequent')) return { start: node.start, end: node.end, becomes: '' }
  if (parent.type === 'IfStatement' && parent.alternate === node) {
    return { start: (parent.consequent as Node).end, end: node.end, becomes: '' }
  }
  if (isStatement) return { start: node.start, end: node.end, becomes: '{}' }
  if (parent.type === 'LogicalExpression') {
    const other = (parent.left === node ? parent.right : parent.left) as Node
    return { start: parent.start, end: parent.end, becomes: syntax.source.slice(other.start, other.end) }
  }
  return findRemovalOfLink(node, quoted)
}

function isItem(parent: Node, node: Node, ...lists: readonly string[]): boolean {
  return lists.some((list) => Array.isArray(parent[list]) && parent[list].includes(node))
}

function withComma({ source }: Syntax, { start, end }: Node, parent: Node): Edit {
  const after = /^\s*,/.exec(source.slice(end, parent.end))
  if (after) return { start, end: end + after[0].length, becomes: '' }
  const before = /,\s*$/.exec(source.slice(parent.start, start))
  return { start: start - (before?.[0].length ?? 0), end, becomes: '' }
}

/** Removes the last call of a chain. */
function findRemovalOfLink({ type, end, callee }: Node, quoted: Range): Edit | null {
  const { object } = (type === 'CallExpression' ? callee : {}) as { object?: Node }
  if (!object || quoted.start < object.end) return null
  return { start: object.end, end, becomes: '' }
}

function findRemovalOfSql({ source }: Syntax, template: Node, quoted: Range): Edit | null {
  const from = template.start + 1
  const holes = template.expressions as Node[]
  // A text without holes has the same places.
  const text = holes.reduce(
    (filled, { start, end }) => filled.slice(0, start - from) + '0'.repeat(end - start) + filled.slice(end - from),
    source.slice(from, template.end - 1),
  )
  const found = findDroppable(text, { start: quoted.start - from, end: quoted.end - from })
  return found && { start: found.start + from, end: found.end + from, becomes: '' }
}
