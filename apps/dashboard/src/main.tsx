import '@portico/ui/tokens.css'
import './kit/tokens.css'
import './kit/base.css'
import './shell/shell.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

import { visitorQueries } from './data/query-client.ts'
import { watchService } from './data/service.ts'
import { redirectThrough } from './data/session.ts'
import { applyToDocument } from './language/language.ts'
import { router } from './routes.tsx'

watchService()
applyToDocument()
redirectThrough((href, { replace = false } = {}) => {
  // When the SDK leaves a page, its session is over: nothing typed there can be saved.
  void router.navigate({ href, replace, ignoreBlocker: true })
})

const place = document.getElementById('root')
if (!place) throw new Error('The page has no element "root".')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={visitorQueries}>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </QueryClientProvider>
  </StrictMode>,
)
