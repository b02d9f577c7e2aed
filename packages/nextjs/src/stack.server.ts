/** The entry `@portico/nextjs/stack` in server components. */
import { serverProvider } from './provider.server.tsx'
import { StackPageProvider } from './StackPageProvider.tsx'

export * from '@portico/react/stack'
// The class without hooks, because only pages have hooks.
export { StackClientApp, StackClientApp as HexclaveClientApp } from '@portico/client/stack'
export { PorticoHandler as HexclaveHandler, PorticoHandler as StackHandler } from './handler.server.tsx'
export { StackServerApp, StackServerApp as HexclaveServerApp } from './stack-server-app.ts'
export const StackProvider = serverProvider(StackPageProvider)
export { StackProvider as HexclaveProvider }
