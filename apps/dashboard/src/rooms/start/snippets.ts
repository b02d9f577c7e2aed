import { API_PREFIX, DEFAULT_HANDLER_PATH } from '@portico/client/admin'

import type { Framework } from './address.ts'
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
  /** The step: a key of the texts of the room. */
  readonly step:
    | 'install'
    | 'keys'
    | 'keysWithSecret'
    | 'app'
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

/** The code of each framework, in the order of its steps. For pages it is complete: an empty app with these files signs users in. */
export function snippetsOf(framework: Framework, values: SnippetValues): Snippet[] {
  return snippets[framework](values)
}

const snippets: Readonly<Record<Framework, (values: SnippetValues) => Snippet[]>> = {
  react: (values) => [
    install(values, 'react'),
    { step: 'keys', blocks: [{ file: '.env', code: publicVariables('VITE_', values), isWrapped: true }] },
    {
      step: 'app',
      blocks: [
        {
          file: 'src/App.tsx',
          code: `import {
  PorticoClientApp, PorticoHandler, PorticoProvider,
  PorticoTheme, useUser, UserButton,
} from '@portico/react'
import '@portico/react/styles.css'
import { Suspense } from 'react'

// Reads the VITE_PORTICO_… variables of .env.
const portico = new PorticoClientApp({
  tokenStore: 'cookie',
  redirectMethod: 'window',
})

export default function App() {
  return (
    <PorticoProvider app={portico}>
      <PorticoTheme>
        <Suspense fallback="Loading…">
          {location.pathname.startsWith('/handler/') ? (
            <PorticoHandler app={portico} location={location.pathname} fullPage />
          ) : (
            <Home />
          )}
        </Suspense>
      </PorticoTheme>
    </PorticoProvider>
  )
}

function Home() {
  const user = useUser({ or: 'redirect' })
  return (
    <main>
      <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
      <UserButton />
    </main>
  )
}`,
        },
      ],
    },
  ],
  next: (values) => [
    install(values, 'nextjs'),
    { step: 'keysWithSecret', blocks: [variablesOfServer('.env.local', 'NEXT_PUBLIC_', values)] },
    {
      step: 'portico',
      blocks: [
        region('portico.ts', 'examples/nextjs/portico.ts#portico'),
        region('app/layout.tsx', 'examples/nextjs/app/layout.tsx#layout'),
      ],
    },
    {
      step: 'handler',
      blocks: [
        region('app/handler/[...portico]/page.tsx', 'examples/nextjs/app/handler/[...portico]/page.tsx#handler'),
      ],
    },
    {
      step: 'page',
      blocks: [
        {
          file: 'app/page.tsx',
          code: `import { UserButton } from '@portico/nextjs'
import { Suspense } from 'react'
import { portico } from '../portico'

export default function Page() {
  return (
    <Suspense fallback="Loading…">
      <Home />
    </Suspense>
  )
}

/** Only for signed-in users. Others go to the sign-in page. */
async function Home() {
  const user = await portico.getUser({ or: 'redirect' })
  return (
    <main>
      <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
      <UserButton />
    </main>
  )
}`,
        },
      ],
    },
  ],
  router: (values) => [
    install(values, 'client'),
    { step: 'keysWithSecret', blocks: [variablesOfServer('.env', '', values)] },
    {
      step: 'guard',
      blocks: [region('app/portico.server.ts', 'examples/backends/src/react-router/app/portico.server.ts#guard')],
    },
    {
      step: 'routes',
      blocks: [region('app/routes/account.tsx', 'examples/backends/src/react-router/app/routes/account.tsx#page')],
    },
  ],
  node: (values) => [
    install(values, 'client'),
    { step: 'keysWithSecret', blocks: [variablesOfServer('.env', '', values)] },
    {
      step: 'server',
      blocks: [
        {
          file: 'server.mjs',
          code: `import { createServer } from 'node:http'
import { PorticoServerApp } from '@portico/client/server'

// Reads the PORTICO_… variables: node --env-file=.env server.mjs
const portico = new PorticoServerApp({ tokenStore: null })

createServer(async (request, response) => {
  // The page sends its requests with \`await portico.getAuthHeaders()\`.
  const user = await portico.getUser({ tokenStore: request })
  response.statusCode = user ? 200 : 401
  response.end(user ? \`Hello \${user.displayName ?? user.primaryEmail}\` : 'Not signed in')
}).listen(8080)`,
        },
      ],
    },
  ],
  express: (values) =>
    backend(
      values,
      region('server.ts', 'examples/backends/src/express.ts#guard'),
      region('server.ts', 'examples/backends/src/express.ts#routes'),
    ),
  fastify: (values) =>
    backend(
      values,
      region('server.ts', 'examples/backends/src/fastify.ts#guard'),
      region('server.ts', 'examples/backends/src/fastify.ts#routes'),
    ),
  hono: (values) =>
    backend(
      values,
      region('server.ts', 'examples/backends/src/hono.ts#guard'),
      region('server.ts', 'examples/backends/src/hono.ts#routes'),
    ),
  nest: (values) =>
    backend(
      values,
      region('caller-guard.ts', 'examples/backends/src/caller-guard.ts#guard'),
      region('account.controller.ts', 'examples/backends/src/nestjs.ts#routes'),
    ),
  curl: ({ apiUrl, projectId, publishableClientKey }) => [
    {
      step: 'signUp',
      blocks: [
        {
          file: null,
          code: `curl ${apiUrl}${API_PREFIX}/auth/password/sign-up \\
  -H 'content-type: application/json' \\
  -H 'x-stack-access-type: client' \\
  -H 'x-stack-project-id: ${projectId}' \\
  -H 'x-stack-publishable-client-key: ${publishableClientKey}' \\
  -d '{
    "email": "ada@example.com",
    "password": "correct horse battery staple",
    "verification_callback_url": "http://localhost:5173${DEFAULT_HANDLER_PATH}/email-verification"
  }'`,
        },
      ],
    },
  ],
}

function backend(values: SnippetValues, guard: Block, routes: Block): Snippet[] {
  return [
    install(values, 'client'),
    { step: 'keysWithSecret', blocks: [variablesOfServer('.env', '', values)] },
    { step: 'serverApp', blocks: [region('portico.ts', 'examples/backends/src/portico.ts#app')] },
    { step: 'guard', blocks: [guard] },
    { step: 'routes', blocks: [routes] },
  ]
}

/** A region of a tested file, as a block with the name that it has in an app. */
function region(file: string, reference: keyof typeof regionCode): Block {
  return { file, code: regionCode[reference] }
}

function install({ packagesUrl }: SnippetValues, name: 'client' | 'nextjs' | 'react'): Snippet {
  const code = `npm install ${packagesUrl === null ? `@portico/${name}` : `${packagesUrl}/${name}.tgz`}`
  return { step: 'install', blocks: [{ file: null, code, isWrapped: true }] }
}

function publicVariables(prefix: string, { apiUrl, projectId, publishableClientKey }: SnippetValues): string {
  return [
    `${prefix}PORTICO_API_URL=${apiUrl}`,
    `${prefix}PORTICO_PROJECT_ID=${projectId}`,
    `${prefix}PORTICO_PUBLISHABLE_CLIENT_KEY=${publishableClientKey}`,
  ].join('\n')
}

function variablesOfServer(file: string, prefix: string, values: SnippetValues): Block {
  const code = `${publicVariables(prefix, values)}
# Server only. Never send this value to a browser.
PORTICO_SECRET_SERVER_KEY=${values.secretServerKey}`
  return { file, code, isWrapped: true }
}
