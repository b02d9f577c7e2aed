import { type Node, type Range, type Syntax } from './syntax.ts'

/** How a marker changes the code below it. Without an operator, the marked node is removed. */
export type Operator =
  | { readonly name: 'drop'; readonly quote: string | null }
  | { readonly name: 'keep'; readonly quote: string }
  | { readonly name: 'replace'; readonly quote: string; readonly replacement: string }

/** A comment that names the security check below it: `// guard: a revoked key is refused`. */
export interface Marker {
  readonly check: string
  readonly operator: Operator
  /** The tests that the marker names; null if the tests beside the file detect the removal. */
  readonly tests: readonly string[] | null
  readonly isForPostgres: boolean
  /** The largest node that starts below the marker. */
  readonly node: Node
}

const start = /^\/\/ guard\b/
const continued = /^\/\/ {3}/
const text =
  /^guard: (?<check>.+?)(?: \((?<operator>drop|keep|replace) `(?<quote>[^`]+)`(?: with `(?<replacement>[^`]*)`)?\))?(?: \[(?<on>postgres(?:: |(?=\])))?(?<tests>[^\]]*)\])?$/

/** Returns whether a source may contain markers, without parsing it. */
export function mayHaveMarkers(source: string): boolean {
  return source.includes('// guard')
}

/**
 * Finds the markers of a file.
 *
 * @throws Error if a marker is malformed or marks nothing
 */
export function findMarkers(syntax: Syntax): Marker[] {
  const { comments, source } = syntax
  const textOf = ({ start: from, end }: Range): string => source.slice(from, end)
  return comments.flatMap((comment, index) => {
    if (!start.test(textOf(comment))) return []
    const lines = [comment]
    for (const next of comments.slice(index + 1)) {
      const isAdjacent = source.slice(lines.at(-1)?.end, next.start).trim() === ''
      if (!isAdjacent || !continued.test(textOf(next))) break
      lines.push(next)
    }
    return [readMarker(syntax, lines.map((line) => textOf(line).slice(2).trim()).join(' '), comment)]
  })
}

function readMarker(syntax: Syntax, line: string, comment: Range): Marker {
  const { check = '', operator, quote = null, replacement, on, tests } = text.exec(line)?.groups ?? {}
  const where = `${syntax.file}: the marker "${line}"`
  const isReplacement = operator === 'replace'
  if (check === '' || isReplacement !== (replacement !== undefined)) throw new Error(`${where} is malformed`)
  const node = nodeBelow(syntax, comment)
  if (!node) throw new Error(`${where} marks nothing`)
  return {
    check,
    operator: { name: operator ?? 'drop', quote, replacement } as Operator,
    tests: tests ? tests.split(', ') : null,
    isForPostgres: on !== undefined,
    node,
  }
}

/** Finds the largest node that starts after a comment and those below it. */
function nodeBelow({ source, nodes, comments }: Syntax, comment: Range): Node | undefined {
  let position = comment.end
  for (;;) {
    position += source.slice(position).search(/\S|$/)
    const next = comments.find((other) => other.start === position)
    if (!next) break
    position = next.end
  }
  return nodes.find((node) => node.start === position && node.parent !== null)
}
