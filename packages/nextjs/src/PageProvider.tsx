'use client'
import type { StackClientAppJson } from '@portico/client/stack'
import { PorticoClientApp, PorticoProvider, type PorticoProviderProps, type PromisedUser } from '@portico/react'
import type { ReactNode } from 'react'
import { usePageApp } from './page-app.ts'

export interface PageProviderProps extends Omit<PorticoProviderProps, 'app' | 'seed'> {
  readonly json: StackClientAppJson
  readonly user: PromisedUser | undefined
}

/** The part of the provider that runs in pages. */
export function PageProvider({ json, user, ...props }: PageProviderProps): ReactNode {
  return <PorticoProvider {...props} app={usePageApp(PorticoClientApp, json, user)} />
}
