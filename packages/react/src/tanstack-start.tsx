'use client'

/** The provider for TanStack Start. */
import type { StackClientAppJson } from '@portico/client/stack'
import { useMemo, type ReactNode } from 'react'
import { LanguageOfServer } from './app/LanguageOfServer.tsx'
import { PorticoClientApp } from './app/PorticoClientApp.ts'
import { PorticoProvider as Provider, type PorticoProviderProps } from './app/PorticoProvider.tsx'
import { seedOfServer, useAppOfServer, type PageSeed, type PromisedUser } from './app/useAppOfServer.ts'

export interface PorticoStartProviderProps extends Omit<PorticoProviderProps, 'app' | 'seed'> {
  /** What `portico.pageState()` has returned on the server. */
  readonly state: string
}

/** The project is on the pages of Portico only. */
interface PageState extends Partial<PageSeed> {
  readonly json: StackClientAppJson
  readonly languages: readonly string[]
}

/** Provides the app of the page, whose user is that of the cookies of the request. */
export function PorticoProvider({ state, children, ...props }: PorticoStartProviderProps): ReactNode {
  const { json, languages, user, project } = useMemo(() => readState(state), [state])
  const createApp = (): PorticoClientApp => {
    const app = new PorticoClientApp(json)
    seedOfServer(app, { user: undefined, project })
    return app
  }
  return (
    <Provider {...props} app={useAppOfServer(createApp, user)}>
      <LanguageOfServer languages={languages}>{children}</LanguageOfServer>
    </Provider>
  )
}

interface ReadState extends Omit<PageState, 'user'> {
  readonly user: PromisedUser
}

function readState(state: string): ReadState {
  // Unchecked cast: without types, callers pass anything, which `typeof` refuses.
  if (typeof state !== 'string') {
    throw new TypeError(
      '`<PorticoProvider>` of @portico/react/tanstack-start needs the result of `portico.pageState()` as `state`. Return it from the loader of the root route.',
    )
  }
  const { user, ...others } = JSON.parse(state) as PageState
  return { ...others, user: Promise.resolve(user) }
}
