'use client'
import { StackProvider as Provider, type StackProviderProps } from '@portico/react/stack'
import type { ReactNode } from 'react'
import type { PorticoNextProviderProps } from './props.ts'

/** The props of `StackProvider`, in server components and in client components. */
export type StackNextProviderProps = Omit<PorticoNextProviderProps, 'translationOverrides'> &
  Pick<StackProviderProps, 'translationOverrides'>

/** The provider for client components, which create a `StackClientApp` themselves. */
export function StackProvider(props: StackNextProviderProps): ReactNode {
  // Unchecked cast: apps of servers do not exist in client components.
  return <Provider {...(props as StackProviderProps)} />
}
