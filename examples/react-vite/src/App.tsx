import { PorticoHandler, UserButton, useUser } from '@portico/react'
import { Suspense, type ReactNode } from 'react'
import { FailureBoundary } from './FailureBoundary.tsx'
import { Groups } from './groups/Groups.tsx'
import { Guest } from './Guest.tsx'
import { Home } from './Home.tsx'
import { Landing } from './Landing.tsx'
import { Link } from './Link.tsx'
import { app } from './portico.ts'
import { usePath } from './router.ts'
import { usePageChange } from './usePageChange.ts'

/** Calls the backend in `examples/node-api`. */
const apiKeyExample = 'curl http://127.0.0.1:4102/notes -H "Authorization: Bearer $API_KEY"'

export function App(): ReactNode {
  const path = usePath()
  const main = usePageChange(path)
  const onHandler = path === '/handler' || path.startsWith('/handler/')
  return (
    <>
      <header className="bar">
        <Link to="/" className="wordmark">
          Marginalia
        </Link>
        {!onHandler && (
          <nav aria-label="Marginalia">
            <Link to="/groups">Reading groups</Link>
            <UserButton />
          </nav>
        )}
      </header>
      <main ref={main} tabIndex={-1} className={onHandler ? undefined : 'page'}>
        {onHandler ? (
          <PorticoHandler app={app} location={path} fullPage componentProps={{ AccountSettings: { apiKeyExample } }} />
        ) : (
          <Page path={path} />
        )}
      </main>
    </>
  )
}

function Page({ path }: { readonly path: string }): ReactNode {
  if (path !== '/' && path !== '/groups') return <NotFound />
  return (
    <FailureBoundary>
      <Suspense fallback={<div className="waiting" aria-busy="true" />}>
        {path === '/groups' ? <Groups /> : <Start />}
      </Suspense>
    </FailureBoundary>
  )
}

function Start(): ReactNode {
  const user = useUser({ or: 'anonymous-if-exists' })
  if (!user) return <Landing />
  return user.isAnonymous ? <Guest user={user} /> : <Home user={user} />
}

function NotFound(): ReactNode {
  return (
    <section className="narrow">
      <h1>Page not found</h1>
      <p>
        <Link to="/">Back to the start</Link>
      </p>
    </section>
  )
}
