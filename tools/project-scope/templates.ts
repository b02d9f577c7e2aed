import { parseSync } from 'oxc-parser'

/** What a template creates. */
export type TemplateKind = 'statement' | 'lookup' | 'fragment' | 'ofProject' | 'SqlText' | 'unscoped'

/** An expression between the texts of a template. */
interface Hole {
  readonly source: string
  /** The type that its file declares for it; null if the file declares none. */
  readonly type: string | null
}

/** One SQL template of the source. */
export interface SqlTemplate {
  readonly file: string
  readonly line: number
  /** The exported function or constant that contains it. */
  readonly owner: string
  readonly kind: TemplateKind
  /** The texts before, between and after the holes. */
  readonly texts: readonly string[]
  readonly holes: readonly Hole[]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const tags = new Set(['statement', 'lookup', 'fragment', 'ofProject', 'unscoped'])
const partTypes: Readonly<Record<string, string>> = { fragment: 'SqlFragment', ofProject: 'ProjectCondition' }

/**
 * Finds the SQL templates of a file.
 *
 * @throws if the file uses a tag without a template, because that text would not be found
 */
export function findTemplates(file: string, source: string): SqlTemplate[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const root = program as unknown as Node
  const types = new Map<string, string | null>()
  declareTypes(root, types)
  const found: SqlTemplate[] = []
  const lineOf = ({ start }: Node): number => source.slice(0, start).split('\n').length
  const imported = importedTags(root)
  const visit = (node: Node, owner: string, parent: Node): void => {
    const misused = imported.has(String(node.name)) && isReference(node, parent)
    if (misused) throw new Error(`${file}:${lineOf(node)}: \`${String(node.name)}\` is not the tag of a template`)
    const template = templateOf(node)
    if (template) {
      found.push({ file, line: lineOf(node), owner, kind: template.kind, ...partsOf(template.content, source, types) })
    }
    for (const child of childrenOf(node)) if (!template || child !== node.tag) visit(child, owner, node)
  }
  for (const declaration of childrenOf(root)) visit(declaration, nameOfDeclaration(declaration), root)
  return found
}

/** The tags that a file imports. Under another name, templates would not be found. */
function importedTags(root: Node): ReadonlySet<string> {
  const imports = childrenOf(root).filter(({ type }) => type === 'ImportDeclaration')
  const names = imports
    .filter(({ source }) => String((source as Node).value).endsWith('/kernel/statement.ts'))
    .flatMap(({ specifiers }) => specifiers as { local: Node; imported: Node }[])
    .filter(({ imported }) => tags.has(String(imported.name)))
  const renamed = names.find(({ imported, local }) => imported.name !== local.name)
  if (renamed) throw new Error(`\`${String(renamed.imported.name)}\` must keep its name`)
  return new Set(names.map(({ local }) => String(local.name)))
}

function isReference(node: Node, parent: Node): boolean {
  if (node.type !== 'Identifier' || parent.type === 'ImportSpecifier') return false
  return parent.property !== node && parent.key !== node
}

function templateOf(node: Node): { kind: TemplateKind; content: Node } | null {
  if (node.type === 'TaggedTemplateExpression') {
    const kind = kindOf(node.tag as Node)
    return kind && { kind, content: node.quasi as Node }
  }
  if (node.type === 'NewExpression' && (node.callee as Node).name === 'SqlText') {
    const [content] = node.arguments as Node[]
    return content ? { kind: 'SqlText', content } : null
  }
  return null
}

/** The kind of `statement`, `unscoped.statement` or `(isLookup ? lookup : statement)`. */
function kindOf(tag: Node): TemplateKind | null {
  if (tag.type === 'ParenthesizedExpression') return kindOf(tag.expression as Node)
  if (tag.type === 'MemberExpression') return kindOf(tag.object as Node)
  if (tag.type === 'ConditionalExpression') return kindOf(tag.alternate as Node) && kindOf(tag.consequent as Node)
  return tags.has(String(tag.name)) ? (tag.name as TemplateKind) : null
}

function partsOf(
  content: Node,
  source: string,
  types: ReadonlyMap<string, string | null>,
): Pick<SqlTemplate, 'texts' | 'holes'> {
  if (content.type === 'Literal') return { texts: [String(content.value)], holes: [] }
  const isTemplate = content.type === 'TemplateLiteral'
  const expressions = isTemplate ? (content.expressions as Node[]) : [content]
  return {
    texts: isTemplate ? (content.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked) : ['', ''],
    holes: expressions.map((hole) => ({ source: source.slice(hole.start, hole.end), type: typeOf(hole, types) })),
  }
}

/** Collects the parts that a file declares by name, with their types. A name with two types has none. */
function declareTypes(node: Node, types: Map<string, string | null>): void {
  const declare = (name: unknown, type: string | null): void => {
    if (typeof name !== 'string' || type === null) return
    types.set(name, types.has(name) && types.get(name) !== type ? null : type)
  }
  if (node.type === 'Identifier') declare(node.name, annotationOf(node.typeAnnotation))
  if (node.type === 'FunctionDeclaration') declare((node.id as Node | null)?.name, annotationOf(node.returnType))
  if (node.type === 'VariableDeclarator' && node.init) {
    const init = node.init as Node
    const type = init.type === 'ArrowFunctionExpression' ? annotationOf(init.returnType) : typeOf(init, types)
    // The same name may have a type that the file does not declare.
    for (const name of namesIn(node.id as Node)) declare(name, type ?? 'unknown')
  }
  for (const child of childrenOf(node)) declareTypes(child, types)
}

/** The names that a declaration or its pattern introduces. */
function namesIn(node: Node): string[] {
  if (node.type === 'Identifier') return annotationOf(node.typeAnnotation) === null ? [String(node.name)] : []
  return childrenOf(node).flatMap(namesIn)
}

function annotationOf(annotation: unknown): string | null {
  const type = (annotation as { typeAnnotation?: { typeName?: { name?: string } } } | null)?.typeAnnotation
  return type?.typeName?.name ?? null
}

function typeOf(value: Node, types: ReadonlyMap<string, string | null>): string | null {
  if (value.type === 'TaggedTemplateExpression') return partTypes[String((value.tag as Node).name)] ?? null
  if (value.type === 'CallExpression') return types.get(String((value.callee as Node).name)) ?? null
  if (value.type === 'Identifier') return types.get(String(value.name)) ?? null
  if (value.type === 'ParenthesizedExpression') return typeOf(value.expression as Node, types)
  if (value.type !== 'ConditionalExpression') return null
  const type = typeOf(value.consequent as Node, types)
  return type === typeOf(value.alternate as Node, types) ? type : null
}

function nameOfDeclaration(node: Node): string {
  const declaration = (node.declaration as Node | undefined) ?? node
  const [variable] = (declaration.declarations as Node[] | undefined) ?? []
  const name = (variable ?? declaration).id as { name?: string } | null | undefined
  return name?.name ?? ''
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
