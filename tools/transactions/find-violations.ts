/** The parts of a syntax tree node that the rules read. */
export interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** Code that is refused, and why. */
interface Violation {
  readonly node: Node
  readonly sentence: string
}

const concurrent = new Set(['all', 'allSettled', 'any', 'race'])
const suspect = new RegExp(`Promise\\s*\\.\\s*(?:${[...concurrent].join('|')})|[[,]\\s*,`)

/** Whether the source can have a violation. Reading the syntax tree of a file takes longer. */
export function mayDependOnOrder(source: string): boolean {
  return suspect.test(source)
}

/**
 * Finds code that depends on the order in which promises start: statements of a transaction that run concurrently, and
 * awaited results that are selected by position.
 */
export function findViolations(program: Node): Violation[] {
  const violations: Violation[] = []
  visit(program, false, (node, sentence) => violations.push({ node, sentence }))
  return violations
}

function visit(node: Node, isInTransaction: boolean, report: (node: Node, sentence: string) => void): void {
  const isInside = isInTransaction || takesTransaction(node)
  if (isInside && isConcurrent(node)) {
    report(node, 'runs statements of a transaction concurrently. Put them into one `batch`.')
  }
  if (hasAwaitedHole(node)) {
    report(node, 'skips results by position. Give the results names, as `batch` does.')
  }
  const transaction = isTransactionCall(node)
  for (const child of childrenOf(node)) visit(child, isInside || (transaction && isFunction(child)), report)
}

/** Matches `db.transaction(…)`. Its callback is inside the transaction, whatever its parameter is called. */
function isTransactionCall({ type, callee }: Node): boolean {
  return type === 'CallExpression' && (callee as { property?: { name?: unknown } }).property?.name === 'transaction'
}

function isFunction({ type }: Node): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression'
}

/**
 * Whether a function has a parameter that is a transaction, by name or by type. An `Executor` may be one: its functions
 * run inside and outside of transactions.
 */
function takesTransaction({ params }: Node): boolean {
  const list = Array.isArray(params) ? (params as Node[]) : []
  return list.some((parameter) => parameter.name === 'tx' || /(?:Transaction|Executor)$/.test(nameOfType(parameter)))
}

function nameOfType({ typeAnnotation }: Node): string {
  const annotation = (typeAnnotation as { typeAnnotation?: { typeName?: { name?: unknown } } } | null)?.typeAnnotation
  const name = annotation?.typeName?.name
  return typeof name === 'string' ? name : ''
}

/** Matches `Promise.all(…)`, `allSettled`, `any` and `race`. */
function isConcurrent({ type, callee }: Node): boolean {
  if (type !== 'CallExpression') return false
  const { object, property } = callee as { object?: { name?: unknown }; property?: { name?: unknown } }
  return object?.name === 'Promise' && typeof property?.name === 'string' && concurrent.has(property.name)
}

/** Matches `const [, second] = await …`. */
function hasAwaitedHole({ type, id, init }: Node): boolean {
  if (type !== 'VariableDeclarator') return false
  const { type: pattern, elements } = id as { type: string; elements?: readonly unknown[] }
  const isAwaited = init !== null && withoutCasts(init as Node).type === 'AwaitExpression'
  return isAwaited && pattern === 'ArrayPattern' && (elements ?? []).includes(null)
}

function withoutCasts(node: Node): Node {
  return node.type === 'TSAsExpression' || node.type === 'ParenthesizedExpression'
    ? withoutCasts(node.expression as Node)
    : node
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'parent' ? [] : (Array.isArray(value) ? value : [value]).filter(isNode),
  )
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
