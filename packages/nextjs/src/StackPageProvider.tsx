'use client'
import { StackClientApp, StackProvider } from '@portico/react/stack'
import type { ReactNode } from 'react'
import { usePageApp } from './page-app.ts'
import type { PageProviderProps } from './PageProvider.tsx'

/** The part of the provider that runs in pages, with the names of the original SDK. */
export function StackPageProvider({ json, user, ...props }: PageProviderProps): ReactNode {
  return <StackProvider {...props} app={usePageApp(StackClientApp, json, user)} />
}
