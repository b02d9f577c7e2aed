import { API_PREFIX, DEFAULT_HANDLER_PATH } from '@portico/client/admin'

import type { Framework } from './address.ts'
import {
  backend,
  install,
  installExpo,
  publicVariables,
  region,
  variablesOfServer,
  type Snippet,
  type SnippetValues,
} from './snippet-blocks.ts'

/**
 * The code of each framework, in the order of its steps. For pages it is complete: an empty app with these files signs
 * users in.
 */
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
  start: (values) => [
    install(values, 'react'),
    { step: 'keysWithSecret', blocks: [variablesOfServer('.env', '', values)] },
    {
      step: 'portico',
      blocks: [
        region('src/portico.server.ts', 'interop/tanstack-start/src/portico.server.ts#portico'),
        region('src/page-state.ts', 'interop/tanstack-start/src/page-state.ts#state'),
        region('src/routes/__root.tsx', 'interop/tanstack-start/src/routes/__root.tsx#root'),
      ],
    },
    {
      step: 'handler',
      blocks: [region('src/routes/handler.$.tsx', 'interop/tanstack-start/src/routes/handler.$.tsx#handler')],
    },
    { step: 'page', blocks: [region('src/routes/index.tsx', 'interop/tanstack-start/src/routes/index.tsx#page')] },
  ],
  expo: (values) => [
    installExpo(values),
    { step: 'keys', blocks: [{ file: '.env', code: publicVariables('EXPO_PUBLIC_', values), isWrapped: true }] },
    {
      step: 'scheme',
      blocks: [
        {
          file: 'app.json',
          code: `{
  "expo": {
    "scheme": ["my-app", "stack-auth-mobile-oauth-url"],
    "plugins": ["expo-secure-store", "expo-web-browser"]
  }
}`,
        },
      ],
    },
    {
      step: 'portico',
      blocks: [
        region('portico.ts', 'packages/react/test/expo-app/portico.ts#app'),
        region('App.tsx', 'packages/react/test/expo-app/App.tsx#app'),
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
