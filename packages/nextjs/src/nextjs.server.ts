/** The entry `@portico/nextjs` in server components. */
import { PageProvider } from './PageProvider.tsx'
import { serverProvider } from './provider.server.tsx'

export * from '@portico/react'
export { PorticoHandler } from './handler.server.tsx'
export const PorticoProvider = serverProvider(PageProvider)
