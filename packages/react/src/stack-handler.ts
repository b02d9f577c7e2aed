import type { ReactNode } from 'react'
import { PorticoHandler, type PorticoHandlerProps } from './react.ts'

/** The props of `StackHandler`. */
export interface StackHandlerProps extends PorticoHandlerProps {
  /**
   * Accepted for compatibility, like the next two. The path and the query are those of the window, or of `location`.
   */
  readonly routeProps?: unknown
  /** Ignored. */
  readonly params?: unknown
  /** Ignored. */
  readonly searchParams?: unknown
}

/** `PorticoHandler` with the props of the original SDK. */
export const StackHandler = PorticoHandler as (props: StackHandlerProps) => ReactNode
