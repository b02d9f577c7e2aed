'use client'

/** The provider for TanStack Start. */
import type { StackClientAppJson } from '@portico/client/stack'
import { useMemo, type ReactNode } from 'react'
import { PageOfServer } from './app/PageOfServer.tsx'
import { PorticoClientApp } from './app/PorticoClientApp.ts'
import type { PorticoProviderProps } from './app/PorticoProvider.tsx'
import { PorticoProvider as Provider } from './provider/PorticoProvider.tsx'
import { useAppOfServer, type PageSeed, type PromisedUser } from './app/useAppOfServer.ts'

/** The props of `PorticoProvider` for TanStack Start. */
export interface PorticoStartProviderProps extends Omit<PorticoProviderProps, 'app' | 'seed'> {
  /** What `portico.pageState()` has returned on the server. */
  readonly state: string
}

interface PageState extends PageSeed {
  readonly json: StackClientAppJson
}

/** Provides the page's app, whose user is the one in the request's cookies. */
export function PorticoProvider({ state, children, ...props }: PorticoStartProviderProps): ReactNode {
  const { json, user, page } = useMemo(() => readState(state), [state])
  const app = useAppOfServer(() => new PorticoClientApp(json), user)
  return (
    <Provider {...props} app={app}>
      <PageOfServer page={page}>{children}</PageOfServer>
    </Provider>
  )
}

interface ReadState {
  readonly json: StackClientAppJson
  readonly user: PromisedUser
  readonly page: PageSeed
}

function readState(state: string): ReadState {
  // Unchecked cast: without types, callers pass anything, which `typeof` refuses.
  if (typeof state !== 'string') {
    throw new TypeError(
      '`<PorticoProvider>` of @portico/react/tanstack-start needs the result of `portico.pageState()` as `state`. Return it from the loader of the root route.',
    )
  }
  const { json, user, ...page } = JSON.parse(state) as PageState
  return { json, user: Promise.resolve(user), page: { ...page, user: undefined } }
}
