'use client'

import { lazy, Suspense, type ReactNode } from 'react'
import { ImpersonationBarContext } from '../app/impersonation-bar.ts'
import type { PorticoClientApp } from '../app/PorticoClientApp.ts'
import { PorticoProvider as AppProvider, type PorticoProviderProps } from '../app/PorticoProvider.tsx'
import { useIsImpersonated } from '../user/impersonation.ts'

const ImpersonationBar = lazy(async () => ({
  default: (await import('../user/ImpersonationBar.tsx')).ImpersonationBar,
}))

/**
 * Gives an app, a language and first data to the hooks and components below it. In a session that an administrator
 * started for a user, shows a bar at the lower edge of the window that says so and can end the session.
 */
export function PorticoProvider({ children, ...props }: PorticoProviderProps): ReactNode {
  return (
    <AppProvider {...props}>
      <ImpersonationBarContext.Provider value={true}>{children}</ImpersonationBarContext.Provider>
      <Impersonation app={props.app} />
    </AppProvider>
  )
}

/** Outside the host's tree, so that every page shows the bar. */
function Impersonation({ app }: { readonly app: PorticoClientApp }): ReactNode {
  const isImpersonated = useIsImpersonated(app)
  return (
    isImpersonated && (
      <Suspense>
        <ImpersonationBar />
      </Suspense>
    )
  )
}
