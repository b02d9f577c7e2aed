'use client'
import {
  PorticoHandler as Handler,
  PorticoProvider as Provider,
  type PorticoHandlerProps,
  type PorticoProviderProps,
} from '@portico/react'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import type { PorticoNextHandlerProps, PorticoNextProviderProps } from './props.ts'

/** The provider for client components, which create a `PorticoClientApp` themselves. */
export function PorticoProvider(props: PorticoNextProviderProps): ReactNode {
  // Unchecked cast: apps of servers do not exist in client components.
  return <Provider {...(props as PorticoProviderProps)} />
}

/** The handler for client components. Its path is that of the router. */
export function PorticoHandler(props: PorticoNextHandlerProps): ReactNode {
  const pathname = usePathname()
  return <Handler {...(props as PorticoHandlerProps)} location={props.location ?? pathname} />
}
