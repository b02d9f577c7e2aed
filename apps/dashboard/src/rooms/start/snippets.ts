import { API_PREFIX, DEFAULT_HANDLER_PATH } from '@portico/client/admin'

import type { Framework } from './address.ts'

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
    | 'layout'
    | 'handler'
    | 'page'
    | 'server'
    | 'signUp'
  readonly blocks: readonly { readonly file: string | null; readonly code: string; readonly isWrapped?: boolean }[]
}

/** The code of each framework, in the order of its steps. It is complete: an empty app with these files signs users in. */
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
    install(values, 'react'),
    { step: 'keys', blocks: [{ file: '.env.local', code: publicVariables('NEXT_PUBLIC_', values), isWrapped: true }] },
    {
      step: 'portico',
      blocks: [
        {
          file: 'app/portico.tsx',
          code: `'use client'
import {
  PorticoClientApp, PorticoProvider, PorticoTheme,
} from '@portico/react'
import '@portico/react/styles.css'

// Reads the NEXT_PUBLIC_PORTICO_… variables of .env.local.
export const portico = new PorticoClientApp({
  tokenStore: 'cookie',
  redirectMethod: 'window',
})

export function Portico({ children }: { children: React.ReactNode }) {
  return (
    <PorticoProvider app={portico}>
      <PorticoTheme>{children}</PorticoTheme>
    </PorticoProvider>
  )
}`,
        },
        {
          file: 'app/layout.tsx',
          code: `import { Suspense, type ReactNode } from 'react'
import { Portico } from './portico'

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Portico>
          <Suspense fallback="Loading…">{children}</Suspense>
        </Portico>
      </body>
    </html>
  )
}`,
        },
      ],
    },
    {
      step: 'handler',
      blocks: [
        {
          file: 'app/handler/[...portico]/page.tsx',
          code: `'use client'
import { PorticoHandler } from '@portico/react'
import { usePathname } from 'next/navigation'
import { portico } from '../../portico'

export default function Handler() {
  return <PorticoHandler app={portico} location={usePathname()} fullPage />
}`,
        },
      ],
    },
    {
      step: 'page',
      blocks: [
        {
          file: 'app/page.tsx',
          code: `'use client'
import { UserButton, useUser } from '@portico/react'

export default function Home() {
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
  node: (values) => [
    install(values, 'client'),
    {
      step: 'keysWithSecret',
      blocks: [
        {
          file: '.env',
          isWrapped: true,
          code: `${publicVariables('', values)}
# Server only. Never send this value to a browser.
PORTICO_SECRET_SERVER_KEY=${values.secretServerKey}`,
        },
      ],
    },
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

function install({ packagesUrl }: SnippetValues, name: 'client' | 'react'): Snippet {
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
