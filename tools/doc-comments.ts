import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'

const root = join(import.meta.dirname, '..')

/** What a developer imports. */
const entries = [
  'packages/client/src/client.ts',
  'packages/client/src/server.ts',
  'packages/client/src/admin.ts',
  'packages/client/src/expo.ts',
  'packages/react/src/react.ts',
  'packages/react/src/expo.ts',
  'packages/react/src/tanstack-start.tsx',
  'packages/react/src/tanstack-start-server.ts',
]

/** A node of the syntax tree. Only the properties that are read here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [property: string]: unknown
}

interface SourceFile {
  readonly text: string
  readonly body: readonly Node[]
  /** Positions where a doc comment ends. */
  readonly commentEnds: readonly number[]
}

/** Their names say what they are: the options of a function, the props of a component. Members need comments, except of internals. */
const isNamedAfterUse = /(Options|Props)$|Internals(\.|$)/

/** Returns the exports of the entries and their members that have no doc comment, by file. */
export function findUndocumented(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const [file, names] of publicNames(entries.map((entry) => join(root, entry)))) {
    const source = parse(file)
    const missing = new Set<string>()
    const documented = new Set<string>()
    for (const statement of source.body) {
      for (const [path, node] of namesOf(statement, names)) {
        // One comment is enough for several declarations of one name, such as overloads.
        if (!isNamedAfterUse.test(path)) (hasComment(source, node) ? documented : missing).add(path)
      }
    }
    const left = [...missing].filter((path) => !documented.has(path))
    if (left.length > 0) found.set(relative(root, file), left)
  }
  return found
}

/** Follows the re-exports of the entries to the files that declare the names. */
function publicNames(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>()
  const followed = new Set<string>()
  const follow = (file: string, names: readonly string[] | null): void => {
    const key = `${file} ${String(names)}`
    if (followed.has(key) || !existsSync(file)) return
    followed.add(key)
    for (const node of parse(file).body) {
      const from = (node['source'] as { readonly value: string } | null | undefined)?.value
      if (node.type === 'ExportAllDeclaration') follow(resolve(file, from ?? ''), names)
      if (node.type !== 'ExportNamedDeclaration') continue
      if (from === undefined) {
        for (const name of declaredNames(node)) if (names === null || names.includes(name)) add(file, name)
        continue
      }
      const specifiers = node['specifiers'] as readonly { local: Node; exported: Node }[]
      const wanted = specifiers.filter(({ exported }) => names === null || names.includes(String(exported['name'])))
      if (wanted.length > 0)
        follow(
          resolve(file, from),
          wanted.map(({ local }) => String(local['name'])),
        )
    }
  }
  const add = (file: string, name: string): void => {
    const names = all.get(file) ?? new Set()
    if (names.has(name)) return
    all.set(file, names.add(name))
    for (const [from, inherited] of inheritedBy(file, name)) add(from, inherited)
  }
  for (const file of files) follow(file, null)
  return all
}

/** Returns the declarations whose members the named one has, with their files. Those of other packages are left out. */
function inheritedBy(file: string, name: string): [file: string, name: string][] {
  const { body } = parse(file)
  const declaration = body.map(declarationOf).find((node) => node && nameOf(node) === name)
  if (!declaration) return []
  return parentsOf(declaration).flatMap((parent): [string, string][] => {
    for (const node of body) {
      if (node.type !== 'ImportDeclaration') continue
      const specifiers = node['specifiers'] as readonly { local: Node; imported?: Node }[]
      const specifier = specifiers.find(({ local }) => local['name'] === parent)
      if (!specifier) continue
      const from = resolve(file, (node['source'] as { readonly value: string }).value)
      return existsSync(from) ? [[from, String(specifier.imported?.['name'])]] : []
    }
    return [[file, parent]]
  })
}

/** Returns the names of the interfaces and classes that a declaration extends or joins to its own members. */
function parentsOf(declaration: Node): string[] {
  const heritage = (declaration['extends'] ?? []) as readonly Node[]
  const annotation = declaration['typeAnnotation'] as Node | undefined
  const parts = annotation?.type === 'TSIntersectionType' ? (annotation['types'] as readonly Node[]) : []
  const parents = [
    declaration['superClass'],
    ...heritage.map(({ expression }) => expression),
    ...parts.map(({ typeName }) => typeName),
  ]
  return (parents as (Node | null | undefined)[]).flatMap((node) =>
    node?.type === 'Identifier' ? [String(node['name'])] : [],
  )
}

/** Other packages have their own entries. */
function resolve(file: string, specifier: string): string {
  return specifier.startsWith('.') ? join(dirname(file), specifier) : ''
}

const parsed = new Map<string, SourceFile>()

function parse(file: string): SourceFile {
  const known = parsed.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, text)
  const commentEnds = comments
    .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ end }) => end)
  const source = { text, body: program.body as unknown as Node[], commentEnds }
  parsed.set(file, source)
  return source
}

function hasComment({ text, commentEnds }: SourceFile, { start }: Node): boolean {
  const before = text.slice(0, start).trimEnd().length
  return commentEnds.includes(before)
}

/** Returns the declaration of a statement, exported or not. */
function declarationOf(statement: Node): Node | null {
  if (statement.type === 'ExportNamedDeclaration') return statement['declaration'] as Node | null
  return /^(TSInterface|TSTypeAlias|Class)Declaration$/.test(statement.type) ? statement : null
}

function nameOf(declaration: Node): string {
  return String((declaration['id'] as Node | undefined)?.['name'])
}

function declaredNames(statement: Node): readonly string[] {
  const declaration = declarationOf(statement)
  if (!declaration) return []
  if (declaration.type !== 'VariableDeclaration') return [nameOf(declaration)]
  return (declaration['declarations'] as readonly { id: Node }[]).map(({ id }) => String(id['name']))
}

/** Returns the named declarations of a statement, and their members as `Name.member`. */
function namesOf(statement: Node, names: ReadonlySet<string>): [path: string, node: Node][] {
  const declaration = declarationOf(statement)
  return declaredNames(statement)
    .filter((name) => names.has(name))
    .flatMap((name): [string, Node][] => [
      [name, statement],
      ...(declaration ? membersOf(declaration) : []).map(([member, node]): [string, Node] => [
        `${name}.${member}`,
        node,
      ]),
    ])
}

/** The members of an interface, of an object type and of a class that a developer can use. */
function membersOf(declaration: Node): [name: string, node: Node][] {
  const { type } = declaration
  const holder = (
    type === 'TSTypeAliasDeclaration' ? declaration['typeAnnotation'] : declaration['body']
  ) as Node | null
  if (!holder) return []
  if (holder.type === 'TSIntersectionType') {
    return (holder['types'] as readonly Node[]).flatMap((part) => membersOf({ ...declaration, typeAnnotation: part }))
  }
  const members = (holder['members'] ?? (type === 'FunctionDeclaration' ? [] : holder['body'])) as
    | readonly Node[]
    | undefined
  if (!Array.isArray(members)) return []
  return members.flatMap((member: Node): [string, Node][] => {
    const key = member['key'] as Node | undefined
    const isNamed = key?.type === 'Identifier' && member['computed'] !== true
    const isHidden = ['private', 'protected'].includes(String(member['accessibility']))
    if (!isNamed || isHidden || member['kind'] === 'constructor' || member['override'] === true) return []
    // Members that an option excludes have no value to explain.
    const annotation = (member['typeAnnotation'] as Node | undefined)?.['typeAnnotation'] as Node | undefined
    return annotation?.type === 'TSNeverKeyword' ? [] : [[String(key['name']), member]]
  })
}
