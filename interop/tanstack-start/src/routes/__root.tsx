// #region root
import { PorticoTheme } from '@portico/react'
import '@portico/react/styles.css'
import { PorticoProvider } from '@portico/react/tanstack-start'
import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { Suspense } from 'react'
import { readPageState } from '../page-state'

export const Route = createRootRoute({
  head: () => ({ meta: [{ charSet: 'utf-8' }, { name: 'viewport', content: 'width=device-width, initial-scale=1' }] }),
  loader: () => readPageState(),
  staleTime: Infinity,
  component: Root,
})

function Root() {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <PorticoProvider state={Route.useLoaderData()}>
          <PorticoTheme>
            <Suspense fallback="Loading …">
              <Outlet />
            </Suspense>
          </PorticoTheme>
        </PorticoProvider>
        <Scripts />
      </body>
    </html>
  )
}
// #endregion
