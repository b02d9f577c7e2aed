export { porticoAppInternalsSymbol } from '@portico/client'

export { PorticoClientApp } from './app/PorticoClientApp.ts'
export type { PorticoProviderProps } from './app/PorticoProvider.tsx'
export { PorticoProvider } from './provider/PorticoProvider.tsx'
export { usePorticoApp, type UsePorticoAppOptions } from './app/usePorticoApp.ts'
export { PorticoTheme, type PorticoThemeProps } from './theme/PorticoTheme.tsx'
export { PorticoHandler, type PorticoHandlerProps } from './handler/PorticoHandler.tsx'
export * from './shared-exports.ts'
