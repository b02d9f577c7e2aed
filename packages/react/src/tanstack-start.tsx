'use client'

/** The provider for TanStack Start. */
import type { StackClientAppJson } from '@portico/client/stack'
import { useMemo, type ReactNode } from 'react'
import { PorticoClientApp } from './app/PorticoClientApp.ts'
import { PorticoProvider as Provider, type PorticoProviderProps } from './app/PorticoProvider.tsx'
import { useAppOfServer, type UserSnapshot } from './app/useAppOfServer.ts'

export interface PorticoStartProviderProps extends Omit<PorticoProviderProps, 'app' | 'seed'> {
  /** What `portico.pageState()` has returned on the server. */
  readonly state: string
}

interface PageState {
  readonly json: StackClientAppJson
  /** Undefined: the server could not tell. */
  readonly user?: UserSnapshot
}

/** Provides the app of the page, whose user is that of the cookies of the request. */
export function PorticoProvider({ state, ...props }: PorticoStartProviderProps): ReactNode {
  const { json, user } = useMemo(() => readState(state), [state])
  return <Provider {...props} app={useAppOfServer(() => new PorticoClientApp(json), user)} />
}

function readState(state: string): { json: StackClientAppJson; user: Promise<UserSnapshot | undefined> } {
  // Unchecked cast: without types, callers pass anything, which `typeof` refuses.
  if (typeof state !== 'string') {
    throw new TypeError(
      '`<PorticoProvider>` of @portico/react/tanstack-start needs the result of `portico.pageState()` as `state`. Return it from the loader of the root route.',
    )
  }
  const { json, user } = JSON.parse(state) as PageState
  return { json, user: Promise.resolve(user) }
}
