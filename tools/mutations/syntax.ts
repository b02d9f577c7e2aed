import { parseSync } from 'oxc-parser'

/** A part of a source, from `start` to before `end`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A node of the syntax tree, with the node that contains it. */
export interface Node extends Range {
  readonly type: string
  readonly parent: Node | null
  readonly [key: string]: unknown
}

/** A file, parsed. */
export interface Syntax {
  readonly file: string
  readonly source: string
  /** Every node. A node follows the one that contains it. */
  readonly nodes: readonly Node[]
  /** The comments that start with `//`. */
  readonly comments: readonly Range[]
}

/** @throws Error if the source is not TypeScript */
export function parse(file: string, source: string): Syntax {
  const { program, comments, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const nodes: Node[] = []
  const visit = (node: WritableNode, parent: Node | null): void => {
    node.parent = parent
    nodes.push(node)
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(program as unknown as WritableNode, null)
  return { file, source, nodes, comments: comments.filter(({ type }) => type === 'Line') }
}

type WritableNode = Node & { parent: Node | null }

export function contains(outer: Range, inner: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

function childrenOf(node: Node): WritableNode[] {
  const found: WritableNode[] = []
  for (const key of Object.keys(node)) {
    if (key === 'parent') continue
    const value = node[key]
    if (Array.isArray(value)) found.push(...value.filter(isNode))
    else if (isNode(value)) found.push(value)
  }
  return found
}

function isNode(value: unknown): value is WritableNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
