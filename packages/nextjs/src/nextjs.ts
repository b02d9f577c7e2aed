/**
 * Components and hooks for the App Router of Next.js. `PorticoProvider` and `PorticoHandler` also work in server
 * components.
 */
export * from '@portico/react'
export { PorticoHandler, PorticoProvider } from './page-components.tsx'
export type { PorticoNextHandlerProps, PorticoNextProviderProps, RouteProps } from './props.ts'
