import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Node, SyntaxKind, type VariableDeclaration } from 'typescript/unstable/ast'
import {
  isExpressionWithTypeArguments,
  isFunctionTypeNode,
  isIdentifier,
  isInterfaceDeclaration,
  isObjectBindingPattern,
  isParameterDeclaration,
  isTypeQueryNode,
  isTypeReferenceNode,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import {
  API,
  type Checker,
  NodeBuilderFlags,
  type Project,
  SignatureKind,
  type Symbol,
  SymbolFlags,
  type Type,
} from 'typescript/unstable/sync'

const root = join(import.meta.dirname, '../..')

/** A doc comment in its parts. */
export interface Comment {
  readonly text: string
  /** By the tag, such as `param`, `returns`, `throws` and `example`. */
  readonly tags: ReadonlyMap<string, readonly string[]>
}

/** The ids of the types that a signature names, by these names. */
export type Mentions = ReadonlyMap<string, number>

/** A member of a class or an interface. */
export interface Member {
  readonly name: string
  readonly comment: Comment
  /** A field has one, a method one for each overload. */
  readonly signatures: readonly string[]
  readonly isMethod: boolean
  /** False: a mapped type has made it, which has no place for a comment. */
  readonly isDeclared: boolean
  readonly mentions: Mentions
}

export type Kind = 'class' | 'component' | 'hook' | 'function' | 'constant' | 'type'

/** What an entry exports, or what its exports mention. */
export interface Declared {
  /** The same thing has the same id in all entries. */
  readonly id: number
  readonly name: string
  readonly kind: Kind
  readonly comment: Comment
  readonly signatures: readonly string[]
  readonly members: readonly Member[]
  /** Member names by the id of the exported type that declares them. */
  readonly inherited: ReadonlyMap<number, readonly string[]>
  readonly mentions: Mentions
}

/** What a developer imports from one specifier. */
export interface Entry {
  readonly specifier: string
  /** Without those of an entry before. */
  readonly exports: readonly Declared[]
  /** Types that the exports mention and that no entry exports. */
  readonly mentioned: readonly Declared[]
}

/** Reads what the packages of the SDK export, with the TypeScript compiler. */
export function readEntries(): readonly Entry[] {
  const api = new API({ cwd: root })
  try {
    const config = join(import.meta.dirname, 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`The compiler has not opened ${config}.`)
    return new Reader(project).read(entryFiles())
  } finally {
    api.close()
  }
}

/** What `exports` of a package has for a specifier. */
interface Target {
  readonly '@portico/source'?: string
  /** For the server code of a framework. */
  readonly 'react-server'?: Target
}

/** The entries `/stack` come last, because they export most things under a second name. */
function entryFiles(): [specifier: string, file: string][] {
  const entries = ['client', 'react', 'nextjs'].flatMap((name) => {
    const folder = join(root, 'packages', name)
    // Unchecked cast: the file is ours.
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      exports: Record<string, Target>
    }
    return Object.entries(exports).flatMap(([path, target]): [string, string][] => {
      const source = sourceOf(target)
      return /\.tsx?$/.test(source) ? [[`@portico/${name}${path.slice(1)}`, join(folder, source)]] : []
    })
  })
  return entries.toSorted(([one], [other]) => Number(one.endsWith('/stack')) - Number(other.endsWith('/stack')))
}

/** A file for other code than that of servers only explains where the entry works. */
function sourceOf({ '@portico/source': source = '', 'react-server': server }: Target): string {
  return source.endsWith('-elsewhere.ts') ? (server?.['@portico/source'] ?? source) : source
}

/** An export under the name that the entry gives it. */
interface Exported {
  readonly name: string
  readonly symbol: Symbol
}

const noComment: Comment = { text: '', tags: new Map() }

interface MemberSymbol {
  readonly property: Symbol
  /** Id of the type that declares it. */
  readonly holder: number
  /** The mapped type that has made it. */
  readonly mapped: Symbol | undefined
}

class Reader {
  readonly #program: Project['program']
  readonly #checker: Checker
  /** What the entries export, by id. */
  readonly #exported = new Map<number, Symbol>()
  /** Types that the declarations mention. */
  readonly #mentioned = new Map<number, Symbol>()

  readonly #members = new Map<number, readonly MemberSymbol[]>()

  constructor({ program, checker }: Project) {
    this.#program = program
    this.#checker = checker
  }

  read(files: readonly [specifier: string, file: string][]): readonly Entry[] {
    const entries = files.map(([specifier, file]) => {
      const own: Exported[] = []
      for (const one of this.#exportsOf(file)) {
        if (this.#exported.has(one.symbol.id)) continue
        this.#exported.set(one.symbol.id, one.symbol)
        own.push(one)
      }
      return { specifier, own }
    })
    const known = new Set(this.#exported.keys())
    return entries.map(({ specifier, own }) => {
      const exports = own.map((one) => this.#declared(one)).filter(({ comment }) => !comment.tags.has('internal'))
      return { specifier, exports: sorted(exports), mentioned: sorted(this.#mentionedBy(exports, known)) }
    })
  }

  #exportsOf(file: string): readonly Exported[] {
    const source = this.#program.getSourceFile(file)
    const module = source && this.#checker.getSymbolAtLocation(source)
    if (!module) throw new Error(`The compiler does not find ${file}.`)
    return this.#checker
      .getExportsOfModule(module)
      .map((symbol) => ({ name: symbol.name, symbol: this.#resolved(symbol) }))
  }

  #resolved(symbol: Symbol): Symbol {
    return symbol.flags & SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol
  }

  /** @param known ids of what has been read; the new ones are added */
  #mentionedBy(exports: readonly Declared[], known: Set<number>): readonly Declared[] {
    const found: Declared[] = []
    let left = exports
    while (left.length > 0) {
      const ids = left.flatMap(({ mentions, members }) =>
        [mentions, ...members.map((member) => member.mentions)].flatMap((all) => [...all.values()]),
      )
      left = [...new Set(ids)].flatMap((id) => {
        const symbol = known.has(id) ? undefined : this.#mentioned.get(id)
        known.add(id)
        if (!symbol) return []
        // A type without a comment computes another one.
        const declared = this.#declared({ name: symbol.name, symbol })
        return declared.comment.text === '' || declared.comment.tags.has('internal') ? [] : [declared]
      })
      found.push(...left)
    }
    return found
  }

  #declared({ name, symbol }: Exported): Declared {
    const declarations = this.#declarationsOf(symbol)
    const members = this.#membersOf(symbol)
    const byPlace = Map.groupBy(members, ({ holder }) => this.#placeOf(holder, symbol))
    const own = byPlace.get(symbol.id) ?? []
    byPlace.delete(symbol.id)
    return {
      id: symbol.id,
      name,
      kind: kindOf(name, symbol),
      comment: this.#commentOf(symbol),
      signatures: isWithMembers(symbol)
        ? this.#headsOf(symbol, name, declarations)
        : declarations.map((node) => this.#signatureOf(node, symbol)),
      members: sorted(own.map((member) => this.#member(member))),
      inherited: new Map([...byPlace].map(([id, all]) => [id, all.map(({ property }) => property.name).toSorted()])),
      mentions: isWithMembers(symbol) ? new Map() : this.#mentionsIn(declarations),
    }
  }

  /** Without the parts of a declaration that only the compiler sees. */
  #declarationsOf(symbol: Symbol): readonly Node[] {
    const nodes = symbol.declarations.flatMap((handle) => handle.resolve() ?? [])
    // The implementation of overloads is not a signature.
    return nodes.length > 1 && nodes.some((node) => !bodyOf(node)) ? nodes.filter((node) => !bodyOf(node)) : nodes
  }

  /**
   * Returns the id of the type that describes the members that `holder` declares: `holder` if it is exported, otherwise
   * the first exported type that has them.
   */
  #placeOf(holder: number, symbol: Symbol): number {
    if (this.#exported.has(holder)) return holder
    const parents = new Set(this.#membersOf(symbol).map((member) => member.holder))
    for (const id of parents) {
      const parent = id === symbol.id ? undefined : this.#exported.get(id)
      const hasThem = parent && this.#membersOf(parent).some((member) => member.holder === holder)
      if (hasThem && this.#placeOf(holder, parent) === id) return id
    }
    return symbol.id
  }

  /** @returns the members that a developer can use */
  #membersOf(symbol: Symbol): readonly MemberSymbol[] {
    const known = this.#members.get(symbol.id)
    if (known || !isWithMembers(symbol)) return known ?? []
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol)
    const members = this.#checker.getPropertiesOfType(type).flatMap((property) => {
      const [node] = this.#declarationsOf(property)
      if (property.name.startsWith('__') || (node && isHidden(node))) return []
      const mapped = node ? undefined : this.#mappedTypeWith(property.name, type)
      const { name } = (node?.parent ?? {}) as { readonly name?: Node }
      const holder = mapped ?? (name && this.#checker.getSymbolAtLocation(name)) ?? symbol
      return [{ property, holder: holder.id, mapped }]
    })
    this.#members.set(symbol.id, members)
    return members
  }

  /** A member of a mapped type has no declaration: the comment of the type explains all of them. */
  #mappedTypeWith(member: string, type: Type): Symbol | undefined {
    const target = type.isTypeReference() ? type.getTarget() : type
    const parts = [...(target.getBaseTypes() ?? []), ...(target.isIntersectionType() ? target.getTypes() : [])]
    const part = parts.find((each) => this.#checker.getPropertyOfType(each, member))
    const alias = part?.getAliasSymbol()
    return part && (this.#mappedTypeWith(member, part) ?? (alias && isTypeOfSdk(alias) ? alias : undefined))
  }

  #member({ property, mapped }: MemberSymbol): Member {
    const nodes = this.#declarationsOf(property)
    return {
      name: property.name,
      comment: nodes.length > 0 || mapped ? this.#commentOf(mapped ?? property) : noComment,
      signatures:
        nodes.length > 0
          ? nodes.map((node) => this.#signatureOf(node, property))
          : [this.#typed(property.name, property)],
      isMethod: nodes.some(isCallable),
      isDeclared: nodes.length > 0,
      mentions: this.#mentionsIn(nodes),
    }
  }

  /** The constructors of a class, and the type parameters of an interface. */
  #headsOf(symbol: Symbol, name: string, declarations: readonly Node[]): readonly string[] {
    if (!(symbol.flags & SymbolFlags.Class)) {
      return declarations
        .filter(isInterfaceDeclaration)
        .flatMap(({ typeParameters = [] }) => typeParameters.map((parameter) => parameter.getText()).join(', ') || [])
        .map((parameters) => `interface ${name}<${parameters}>`)
    }
    const type = this.#checker.getTypeOfSymbol(symbol)
    const constructors = type ? this.#checker.getSignaturesOfType(type, SignatureKind.Construct) : []
    return constructors.map((signature) => {
      // The other parameters are for tests and for our own packages.
      const [options] = signature.getParameters().flatMap((parameter) => this.#declarationsOf(parameter))
      return `new ${name}(${options ? withoutValues(options) : ''})`
    })
  }

  #signatureOf(node: Node, symbol: Symbol): string {
    if (isVariableDeclaration(node)) return `const ${this.#variable(node, symbol)}`
    const { type, initializer } = node as Node & { readonly type?: Node; readonly initializer?: Node }
    if (!type && initializer && !isParameterDeclaration(node)) return this.#typed(`readonly ${symbol.name}`, symbol)
    return withoutValues(node)
  }

  #variable({ name, type }: VariableDeclaration, symbol: Symbol): string {
    return type ? `${name.getText()}: ${type.getText()}` : this.#typed(symbol.name, symbol)
  }

  #typed(start: string, symbol: Symbol): string {
    const type = this.#checker.getTypeOfSymbol(symbol)
    return `${start}: ${type ? this.#checker.typeToString(type, undefined, NodeBuilderFlags.NoTruncation) : 'unknown'}`
  }

  #mentionsIn(nodes: readonly Node[]): Mentions {
    const names = nodes.flatMap(namesIn)
    const symbols = names.length > 0 ? this.#checker.getSymbolAtLocation(names) : []
    const mentions = new Map<string, number>()
    for (const [index, found] of symbols.entries()) {
      const symbol = found && this.#resolved(found)
      if (!symbol || !isTypeOfSdk(symbol)) continue
      mentions.set(names[index]?.getText() ?? '', symbol.id)
      this.#mentioned.set(symbol.id, symbol)
    }
    return mentions
  }

  #commentOf(symbol: Symbol): Comment {
    const tags = Map.groupBy(this.#checker.getJsDocTagsOfSymbol(symbol), ({ name }) => name)
    return {
      text: this.#checker.getDocumentationCommentOfSymbol(symbol),
      tags: new Map([...tags].map(([name, all]) => [name, all.map(({ text = '' }) => text)])),
    }
  }
}

function sorted<Named extends { readonly name: string }>(all: readonly Named[]): readonly Named[] {
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function isWithMembers({ flags }: Symbol): boolean {
  return (flags & (SymbolFlags.Class | SymbolFlags.Interface)) !== 0
}

function kindOf(name: string, { flags }: Symbol): Kind {
  if (flags & SymbolFlags.Class) return 'class'
  if (flags & SymbolFlags.Function)
    return /^use[A-Z]/.test(name) ? 'hook' : /^[A-Z]/.test(name) ? 'component' : 'function'
  return flags & SymbolFlags.Variable ? 'constant' : 'type'
}

/** A type of our packages, exported or not. Those of the contract that no entry exports are the bodies of calls. */
function isTypeOfSdk({ flags, declarations }: Symbol): boolean {
  return (
    (flags & (SymbolFlags.Class | SymbolFlags.Interface | SymbolFlags.TypeAlias)) !== 0 &&
    declarations.some(({ path }) => /\/packages\/(client|nextjs|react)\/src\//.test(path))
  )
}

function bodyOf(node: Node): Node | undefined {
  return (node as Node & { readonly body?: Node }).body
}

/** Members of an error or an array are known, and the private ones are not for callers. */
function isHidden(node: Node): boolean {
  if (node.getSourceFile().isDeclarationFile) return true
  const { modifiers = [] } = node as Node & { readonly modifiers?: readonly Node[] }
  return modifiers.some(({ kind }) => kind === SyntaxKind.PrivateKeyword || kind === SyntaxKind.ProtectedKeyword)
}

function isCallable(node: Node): boolean {
  const { type } = node as Node & { readonly type?: Node }
  return (
    node.kind === SyntaxKind.MethodDeclaration ||
    node.kind === SyntaxKind.MethodSignature ||
    (type !== undefined && isFunctionTypeNode(type))
  )
}

/** The names of types in a declaration, without its body. */
function namesIn(node: Node): readonly Node[] {
  const found: Node[] = []
  const body = bodyOf(node)
  const visit = (part: Node): void => {
    if (part === body) return
    if (isTypeReferenceNode(part)) found.push(part.typeName)
    if (isTypeQueryNode(part)) found.push(part.exprName)
    if (isExpressionWithTypeArguments(part) && isIdentifier(part.expression)) found.push(part.expression)
    part.forEachChild(visit)
  }
  node.forEachChild(visit)
  return found
}

/**
 * Returns the text of a declaration as a caller sees it: without body, values and the names that its parameters get
 * inside.
 */
function withoutValues(node: Node): string {
  const start = node.getStart()
  const cuts: { from: number; to: number; text: string }[] = []
  const body = bodyOf(node)
  if (body) cuts.push({ from: body.getFullStart(), to: node.getEnd(), text: '' })
  const visit = (part: Node): void => {
    if (part === body) return
    if (isParameterDeclaration(part)) {
      const { name, initializer, questionToken, type } = part
      if (isObjectBindingPattern(name)) {
        const given = type && /Props\b/.test(type.getText()) ? 'props' : 'options'
        cuts.push({ from: name.getStart(), to: name.getEnd(), text: given })
      }
      if (initializer) {
        if (!questionToken) cuts.push({ from: name.getEnd(), to: name.getEnd(), text: '?' })
        cuts.push({ from: (type ?? name).getEnd(), to: initializer.getEnd(), text: '' })
      }
    }
    part.forEachChild(visit)
  }
  if (isParameterDeclaration(node)) visit(node)
  else node.forEachChild(visit)
  const source = node.getSourceFile().text
  let text = ''
  let at = start
  for (const { from, to, text: given } of cuts.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    text += source.slice(at, from) + given
    at = to
  }
  text += source.slice(at, node.getEnd())
  return text
    .replace(/^(?:(?:export|async|override|public|static) )+/, '')
    .replace(/^get (\w+)\(\)/, 'readonly $1')
    .trim()
}
