import { regionCode } from './region-code.ts'

/** What the snippets contain of the project. */
export interface SnippetValues {
  readonly apiUrl: string
  /** Where the packages are installed from. Null: the npm registry. */
  readonly packagesUrl: string | null
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
}

export interface Snippet {
  /** The step: a key of the room's texts. */
  readonly step:
    | 'install'
    | 'keys'
    | 'keysWithSecret'
    | 'app'
    | 'scheme'
    | 'portico'
    | 'handler'
    | 'page'
    | 'server'
    | 'serverApp'
    | 'guard'
    | 'routes'
    | 'signUp'
  readonly blocks: readonly Block[]
}

interface Block {
  /** Null: a command. */
  readonly file: string | null
  readonly code: string
  readonly isWrapped?: boolean
}

/** The steps of a backend. */
export function backend(values: SnippetValues, guard: Block, routes: Block): Snippet[] {
  return [
    install(values, 'client'),
    { step: 'keysWithSecret', blocks: [variablesOfServer('.env', '', values)] },
    { step: 'serverApp', blocks: [region('portico.ts', 'examples/backends/src/portico.ts#app')] },
    { step: 'guard', blocks: [guard] },
    { step: 'routes', blocks: [routes] },
  ]
}

/** A region of a tested file, as a block with the name that it has in an app. */
export function region(file: string, reference: keyof typeof regionCode): Block {
  return { file, code: regionCode[reference] }
}

export function install({ packagesUrl }: SnippetValues, name: 'client' | 'nextjs' | 'react'): Snippet {
  return { step: 'install', blocks: [{ file: null, code: installCommand(packagesUrl, name), isWrapped: true }] }
}

/** The package, and the packages of Expo that fit the version of the app. */
export function installExpo({ packagesUrl }: SnippetValues): Snippet {
  const code = `npx expo install expo-secure-store expo-web-browser expo-crypto expo-linking
${installCommand(packagesUrl, 'react')}`
  return { step: 'install', blocks: [{ file: null, code, isWrapped: true }] }
}

function installCommand(packagesUrl: string | null, name: string): string {
  return `npm install ${packagesUrl === null ? `@portico/${name}` : `${packagesUrl}/${name}.tgz`}`
}

export function publicVariables(prefix: string, { apiUrl, projectId, publishableClientKey }: SnippetValues): string {
  return [
    `${prefix}PORTICO_API_URL=${apiUrl}`,
    `${prefix}PORTICO_PROJECT_ID=${projectId}`,
    `${prefix}PORTICO_PUBLISHABLE_CLIENT_KEY=${publishableClientKey}`,
  ].join('\n')
}

export function variablesOfServer(file: string, prefix: string, values: SnippetValues): Block {
  const code = `${publicVariables(prefix, values)}
# Server only. Never send this value to a browser.
PORTICO_SECRET_SERVER_KEY=${values.secretServerKey}`
  return { file, code, isWrapped: true }
}
