/** The exports of this package under the names of `@stackframe/stack`. */
export * from '@portico/react/stack'
export { PorticoHandler as HexclaveHandler, PorticoHandler as StackHandler } from './page-components.tsx'
export {
  StackProvider,
  StackProvider as HexclaveProvider,
  type StackNextProviderProps,
} from './stack-page-components.tsx'
export { StackServerApp, StackServerApp as HexclaveServerApp } from './stack-server-types.ts'
export type { PorticoNextHandlerProps, RouteProps } from './props.ts'
