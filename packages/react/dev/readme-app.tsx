import { PorticoClientApp, PorticoHandler, PorticoProvider, PorticoTheme, UserButton, useUser } from '@portico/react'
import '@portico/react/styles.css'
import { Suspense } from 'react'

const portico = new PorticoClientApp({
  baseUrl: 'http://127.0.0.1:4100',
  projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
  publishableClientKey: 'pck_demo_react_vite_local_development_only',
  tokenStore: 'cookie',
  redirectMethod: 'window',
})

export function App() {
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
}
