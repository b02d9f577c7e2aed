import type { Comment, Declared, Entry, Kind, Member, Mentions } from './read-entries.ts'

/** Says who an entry is for, before its exports. */
const introductions: Readonly<Record<string, string>> = {
  '@portico/client':
    'Sign-in, sessions and the current user, without React. [README](../../packages/client/README.md). The errors are those of [the protocol](../protocol/errors.md).',
  '@portico/client/server':
    'For servers that hold the secret server key of a project. It also exports everything of [`@portico/client`](client.md).',
  '@portico/client/admin':
    'For scripts and pages that administer projects. It also exports everything of [`@portico/client/server`](client-server.md).',
  '@portico/client/expo': 'What `PorticoExpoApp` of [`@portico/react/expo`](react-expo.md) is made of.',
  '@portico/react':
    'Pages, components and hooks for React. [README](../../packages/react/README.md). It also exports the types of [`@portico/client`](client.md), `KnownError`, `KnownErrors` and `isPasskeyCeremonyAborted`.',
  '@portico/react/server':
    'The app of a server with hooks, for components that only the server renders. It also exports everything of [`@portico/client/server`](client-server.md).',
  '@portico/react/admin':
    'The app for the administration of a project with hooks. It also exports everything of [`@portico/client/admin`](client-admin.md).',
  '@portico/react/expo':
    'The app, the provider and the hooks for [Expo and React Native](../frameworks/expo.md). The hooks are those of [`@portico/react`](react-hooks.md).',
  '@portico/react/internal': 'The app of project owners with hooks, for pages that administer several projects.',
  '@portico/react/tanstack-start': 'The provider for [TanStack Start](../frameworks/tanstack-start.md).',
  '@portico/react/tanstack-start/server': 'The app for servers of [TanStack Start](../frameworks/tanstack-start.md).',
  '@portico/nextjs':
    'The provider and the pages for the App Router of [Next.js](../frameworks/nextjs.md). It also exports everything of [`@portico/react`](react.md).',
  '@portico/nextjs/server':
    'The app for servers of [Next.js](../frameworks/nextjs.md). It also exports the types of [`@portico/client/server`](client-server.md).',
  '@portico/client/stack':
    'The apps under the names of the original SDK, for [moving from Stack Auth](../migration.md). It also exports the types of [`@portico/client`](client.md).',
  '@portico/react/stack':
    'The apps, components and hooks under the names of the original SDK, for [moving from Stack Auth](../migration.md). It also exports the components and hooks of [`@portico/react`](react.md).',
  '@portico/nextjs/stack':
    'The exports for Next.js under the names of the original SDK, for [moving from Stack Auth](../migration.md). It also exports everything of [`@portico/react/stack`](react-stack.md).',
}

const kindTitles: Readonly<Record<Kind, string>> = {
  class: 'Classes',
  component: 'Components',
  hook: 'Hooks',
  function: 'Functions',
  constant: 'Constants',
  type: 'Types',
}
const kinds = Object.keys(kindTitles) as readonly Kind[]

/** An entry with more exports has a page for each kind that has at least so many. */
const LARGE_ENTRY_EXPORTS = 60
const PAGE_MIN_EXPORTS = 20

/** A file of the reference. */
interface Page {
  readonly file: string
  readonly entry: Entry
  readonly title: string
  /** Exports and, after the types, what they mention. */
  readonly declared: readonly Declared[]
  readonly mentioned: readonly Declared[]
}

/** Returns the reference's pages as Markdown, by file name. */
export function referencePages(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const pages = entries.flatMap(pagesOf)
  const links = new Links(pages)
  return new Map([
    ['README.md', overview(pages)],
    ...pages.map((page): [string, string] => [page.file, pageText(page, pages, links)]),
  ])
}

function pagesOf(entry: Entry): readonly Page[] {
  const { specifier, exports, mentioned } = entry
  const name = specifier.replace('@portico/', '').replaceAll('/', '-')
  const title = `\`${specifier}\``
  const own =
    exports.length < LARGE_ENTRY_EXPORTS
      ? []
      : kinds.filter((kind) => exports.filter((one) => one.kind === kind).length >= PAGE_MIN_EXPORTS)
  const rest = exports.filter(({ kind }) => !own.includes(kind))
  const typesApart = own.includes('type')
  return [
    { file: `${name}.md`, entry, title, declared: rest, mentioned: typesApart ? [] : mentioned },
    ...own.map((kind) => ({
      file: `${name}-${kindTitles[kind].toLowerCase()}.md`,
      entry,
      title: `${kindTitles[kind]} of ${title}`,
      declared: exports.filter((one) => one.kind === kind),
      mentioned: kind === 'type' ? mentioned : [],
    })),
  ]
}

/** Where the reference describes a type. */
class Links {
  readonly #targets = new Map<number, { readonly file: string; readonly name: string }>()

  constructor(pages: readonly Page[]) {
    for (const { file, declared, mentioned } of pages) {
      for (const { id, name } of [...declared, ...mentioned]) this.#targets.set(id, { file, name })
    }
  }

  /** A link to the type, or its name if the reference does not have it. */
  to(id: number, from: string, text?: string): string {
    const target = this.#targets.get(id)
    if (!target) return `\`${text ?? 'internals'}\``
    const page = target.file === from ? '' : target.file
    return `[\`${text ?? target.name}\`](${page}#${target.name.toLowerCase()})`
  }

  has(id: number): boolean {
    return this.#targets.has(id)
  }
}

const GENERATED = '<!-- Written by `npm run generate` from the doc comments of the SDK. -->'

function overview(pages: readonly Page[]): string {
  const rows = pages
    .filter(({ title, entry }) => title === `\`${entry.specifier}\``)
    .map(({ file, entry, title }) => {
      const others = pages.filter((page) => page.entry === entry && page.file !== file)
      const more = others.map((page) => `[${page.title.split(' ')[0]?.toLowerCase()}](${page.file})`)
      return `| ${[`[${title}](${file})`, ...more].join(', ')} | ${introductionOf(entry)} |`
    })
  return [
    GENERATED,
    '# The SDK',
    'What each entry of the packages exports, with its doc comment. The entries `/stack` have much of it under the names of the\noriginal SDK ([moving from Stack Auth](../migration.md)); their pages describe what differs. The calls of the service are in its API reference, at `/api-reference` of a running service.',
    ['| Entry | Contents |', '|---|---|', ...rows].join('\n'),
    '',
  ].join('\n\n')
}

function introductionOf({ specifier }: Entry): string {
  const text = introductions[specifier]
  if (!text) throw new Error(`tools/sdk-reference/pages.ts needs an introduction of ${specifier}.`)
  return text
}

function pageText(page: Page, pages: readonly Page[], links: Links): string {
  const { file, entry, title, declared, mentioned } = page
  const siblings = pages.filter((other) => other.entry === entry && other !== page)
  const sections = kinds.flatMap((kind) => {
    const all = declared.filter((one) => one.kind === kind)
    return all.length > 0 ? [`## ${kindTitles[kind]}`, ...all.map((one) => text(one, file, links))] : []
  })
  return [
    GENERATED,
    `# ${title}`,
    introductionOf(entry),
    siblings.length > 0 &&
      `More of this entry: ${siblings.map((other) => `[${other.title}](${other.file})`).join(' · ')}`,
    contents(declared),
    ...sections,
    ...(mentioned.length > 0
      ? ['## Types without an export', 'The types above name these.', ...mentioned.map((one) => text(one, file, links))]
      : []),
    '',
  ]
    .filter((part) => part !== false)
    .join('\n\n')
}

function contents(declared: readonly Declared[]): string {
  const rows = declared.map(
    ({ name, comment }) => `| [\`${name}\`](#${name.toLowerCase()}) | ${cell(firstSentence(comment))} |`,
  )
  return ['| Export | What it is |', '|---|---|', ...rows].join('\n')
}

/** The first sentence of a doc comment, which says what the thing is. */
export function firstSentence({ text }: Comment): string {
  const [paragraph = ''] = text.split(/\n\s*\n|\n- /)
  const flat = paragraph.replaceAll('\n', ' ')
  return /^.*?[.:?](?=\s+[A-Z`]|$)/.exec(flat)?.[0].replace(/:$/, '.') ?? flat
}

function text(declared: Declared, file: string, links: Links): string {
  const { name, comment, signatures, members, inherited, mentions } = declared
  const fields = members.filter(({ isMethod }) => !isMethod)
  const methods = members.filter(({ isMethod }) => isMethod)
  return [
    `### \`${name}\``,
    ...description(comment),
    code(signatures),
    typesLine(mentions, file, links, declared.id),
    ...inheritedLines(inherited, file, links),
    fieldTable(fields, file, links),
    ...methods.flatMap((method) => [
      `#### \`${name}.${method.name}\``,
      ...description(method.comment),
      code(method.signatures),
      typesLine(method.mentions, file, links, declared.id),
    ]),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The compiler gives the types in an order that depends on the names of files. */
function inheritedLines(inherited: Declared['inherited'], file: string, links: Links): readonly string[] {
  return [...inherited]
    .map(([id, names]) => `From ${links.to(id, file)}: ${names.map((name) => `\`${name}\``).join(', ')}.`)
    .toSorted()
}

function description({ text, tags }: Comment): readonly string[] {
  const list = (tag: string, start: (given: string) => string): string =>
    (tags.get(tag) ?? []).map((given) => `- ${start(flat(given))}`).join('\n')
  return [
    text,
    list('param', (given) => given.replace(/^(\S+) /, '`$1`: ')),
    list('returns', (given) => `Returns ${given}`),
    list('throws', (given) => `Throws ${given}`),
    list('deprecated', (given) => `Deprecated. ${given}`),
    list('see', (given) => `See ${given}`),
    ...(tags.get('example') ?? []).map((example) => code([example])),
  ]
}

function code(lines: readonly string[]): string {
  return lines.length > 0 ? `\`\`\`ts\n${lines.map(unindented).join('\n')}\n\`\`\`` : ''
}

/** A class member has the indentation of its class. */
function unindented(text: string): string {
  const indents = text
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => /^ */.exec(line)?.[0].length ?? 0)
  const indent = Math.min(...indents, 2)
  return text.includes('\n')
    ? text
        .split('\n')
        .map((line, index) => (index > 0 ? line.slice(indent) : line))
        .join('\n')
    : text
}

function typesLine(mentions: Mentions, file: string, links: Links, self: number): string {
  const known = [...mentions].filter(([, id]) => links.has(id) && id !== self)
  return known.length > 0 ? `Types: ${known.map(([name, id]) => links.to(id, file, name)).join(', ')}` : ''
}

function fieldTable(fields: readonly Member[], file: string, links: Links): string {
  if (fields.length === 0) return ''
  const rows = fields.map(({ name, signatures, comment, mentions }) => {
    const [signature = ''] = signatures
    const type = signature.slice(signature.indexOf(':') + 1).trim()
    const rest = `${typeCell(type, mentions, file, links)} | ${cell([comment.text, ...(comment.tags.get('deprecated') ?? []).map((given) => `Deprecated. ${given}`)].join(' '))} |`
    return { name: `\`${name}${signature.includes(`${name}?:`) ? '?' : ''}\``, rest }
  })
  // The members of a mapped type have the same type and comment.
  const merged = [...Map.groupBy(rows, ({ rest }) => rest)].map(
    ([rest, all]) => `| ${all.map(({ name }) => name).join(', ')} | ${rest}`,
  )
  return ['| Field | Type | What it is |', '|---|---|---|', ...merged].join('\n')
}

/** The type as code, in which the names that the reference describes are links. */
function typeCell(type: string, mentions: Mentions, file: string, links: Links): string {
  const known = [...mentions].filter(([, id]) => links.has(id))
  const text = flat(withoutComments(type))
  if (known.length === 0) return cell(`\`${text}\``)
  const names = new RegExp(`\\b(${known.map(([name]) => name).join('|')})\\b`)
  return cell(
    text
      .split(names)
      .map((part) => {
        const id = mentions.get(part)
        return id === undefined ? part && `\`${part}\`` : links.to(id, file, part)
      })
      .join(''),
  )
}

/** The members of an object type in one line. */
function withoutComments(type: string): string {
  return type.replaceAll(/\/\*\*.*?\*\/\s*/gs, '').replaceAll(/(?<![{(|&,])\n\s*(?=(?:readonly )?\w+\??[:(])/g, '; ')
}

function cell(text: string): string {
  return flat(text.trim().replaceAll(/\n- /g, '<br>- ')).replaceAll('|', String.raw`\|`)
}

function flat(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim()
}
