import { PorticoHandler, PorticoProvider, PorticoTheme } from '@portico/react'
import { PorticoInternalApp } from '@portico/react/internal'
import '@portico/react/styles.css'
import { Suspense, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

// A page of project owners at the origin of the service, like the dashboard.
const app = new PorticoInternalApp({
  tokenStore: 'dashboard',
  publishableClientKey: 'pck_internal_of_a_test_service_only',
  baseUrl: location.origin,
  redirectMethod: 'window',
})

function Home(): ReactNode {
  const user = app.useUser({ or: 'redirect' })
  return (
    <main>
      <h1>{user.primaryEmail}</h1>
      <p>{user.useOwnedProjects().length} projects</p>
      <button onClick={() => void user.signOut()}>Sign out</button>
    </main>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <PorticoProvider app={app}>
    <PorticoTheme>
      <Suspense fallback="Loading">
        {location.pathname.startsWith('/handler/') ? (
          <PorticoHandler app={app} location={location.pathname} fullPage />
        ) : (
          <Home />
        )}
      </Suspense>
    </PorticoTheme>
  </PorticoProvider>,
)
