import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Documents whose code is checked, beside the doc comments of the packages. */
const documents = [
  'README.md',
  'packages/*/README.md',
  'docs/{export-format,getting-started,importing-users,sign-up-rules,webhooks}.md',
  'docs/frameworks/*.md',
]

/** The app that an example calls `app` without creating it. */
export type AppOfExample = 'clientApp' | 'serverApp' | 'adminApp'

/** What an example names without creating it. */
interface Context {
  /** An example uses what this specifier exports. A document imports it, and a doc comment does not. */
  readonly entry: string
  readonly app: AppOfExample
  /** The code before an example that needs a browser, a device or a framework. Such an example is not run. */
  readonly given?: readonly string[]
}

/** By the start of the path. The first that fits counts. */
const contexts: readonly (readonly [path: string, context: Context])[] = [
  ['packages/client/src/server/', { entry: '@portico/client/server', app: 'serverApp' }],
  ['packages/client/src/admin/', { entry: '@portico/client/admin', app: 'adminApp' }],
  ['packages/client/src/owner/', { entry: '@portico/client/admin', app: 'adminApp' }],
  ['packages/client/', { entry: '@portico/client', app: 'clientApp' }],
  [
    'packages/react/src/admin.ts',
    {
      entry: '@portico/react/admin',
      app: 'adminApp',
      given: ["declare const app: import('@portico/react/admin').PorticoAdminApp<false>"],
    },
  ],
  [
    'packages/react/src/expo.ts',
    {
      entry: '@portico/react/expo',
      app: 'clientApp',
      given: [
        "import { PorticoExpoApp } from '@portico/react/expo'",
        ...['SecureStore', 'WebBrowser', 'Crypto'].map(
          (name) => `declare const ${name}: import('@portico/client/expo').ExpoModules['${name}']`,
        ),
      ],
    },
  ],
  [
    'packages/react/src/tanstack-start-server.ts',
    {
      entry: '@portico/react/tanstack-start/server',
      app: 'serverApp',
      given: [
        "import { createPortico, type StartFunctions } from '@portico/react/tanstack-start/server'",
        ...['getRequest', 'getCookies', 'setCookie', 'setResponseHeader', 'redirect'].map(
          (name) => `declare const ${name}: StartFunctions['${name}']`,
        ),
      ],
    },
  ],
  ['packages/react/', { entry: '@portico/react', app: 'clientApp', given: [] }],
  [
    'packages/nextjs/src/server.ts',
    {
      entry: '@portico/nextjs/server',
      app: 'serverApp',
      given: ["import { createPortico } from '../../packages/nextjs/src/server.ts'"],
    },
  ],
  ['packages/nextjs/', { entry: '@portico/nextjs/server', app: 'serverApp', given: [] }],
  ['packages/testkit/', { entry: '@portico/testkit', app: 'clientApp' }],
  // Its example reads a file of another system.
  ['packages/moving/', { entry: '@portico/moving/sources', app: 'adminApp', given: [] }],
  ['docs/', { entry: '@portico/client/admin', app: 'adminApp' }],
  ['README.md', { entry: '@portico/testkit', app: 'clientApp' }],
]

/** Code that a doc comment or a document shows. */
export interface Example extends Context {
  /** File and line. */
  readonly name: string
  readonly language: 'ts' | 'tsx'
  readonly code: string
}

/**
 * Returns the examples in the doc comments of the packages and in the documents. Leaves out code that a document shows
 * from a tested file.
 */
export function collectExamples(): readonly Example[] {
  const sources = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  return [
    ...sources.toSorted().flatMap((file) => examplesIn(file, commentExamples)),
    ...globSync(documents, { cwd: root })
      .toSorted()
      .flatMap((file) => examplesIn(file, documentExamples)),
  ]
}

interface Found {
  readonly index: number
  readonly language: 'ts' | 'tsx'
  readonly code: string
}

function examplesIn(file: string, find: (text: string) => readonly Found[]): readonly Example[] {
  const text = readFileSync(join(root, file), 'utf8')
  return find(text).map(({ code, index, language }) => {
    const [, context] = contexts.find(([path]) => file.startsWith(path)) ?? []
    if (!context) throw new Error(`tools/examples/collect.ts needs a context for the example in ${file}.`)
    return { ...context, name: `${file}:${text.slice(0, index).split('\n').length}`, language, code }
  })
}

/** The text of each `@example` tag, up to the next tag. */
export function commentExamples(text: string): readonly Found[] {
  return [...text.matchAll(/^ *\* @example\n(?<lines>(?: *\*(?! @\w)(?!\/).*\n)+)/gm)].map(({ groups, index }) => {
    const code = (groups?.['lines'] ?? '').replaceAll(/^ *\* ?/gm, '').trimEnd()
    return { index, language: /<\w+[^<>]*\/>/.test(code) ? 'tsx' : 'ts', code }
  })
}

/** The blocks of TypeScript. One with a path after the language shows a region of a tested file. */
export function documentExamples(text: string): readonly Found[] {
  return [...text.matchAll(/^```(?<language>tsx?)\n(?<code>[^]*?)\n```$/gm)].map(({ groups, index }) => ({
    index,
    language: groups?.['language'] === 'tsx' ? 'tsx' : 'ts',
    code: groups?.['code'] ?? '',
  }))
}
