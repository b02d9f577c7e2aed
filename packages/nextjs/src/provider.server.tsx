import { porticoAppInternalsSymbol, type PorticoServerApp } from '@portico/client/server'
import type { ClientJsonInternals } from '@portico/client/stack'
import type { ComponentType, ReactNode } from 'react'
import { nextSupport } from './framework.ts'
import type { PageProviderProps } from './PageProvider.tsx'
import type { AnyApp, PorticoNextProviderProps } from './props.ts'

type NextApp = PorticoServerApp<true> & { readonly [porticoAppInternalsSymbol]: ClientJsonInternals }

export function serverProvider(Page: ComponentType<PageProviderProps>) {
  return function PorticoProvider({ app: given, loadUser = true, ...props }: PorticoNextProviderProps): ReactNode {
    const app = requireNextApp(given, 'PorticoProvider')
    const { seed: _ofPages, ...others } = props
    const json = app[porticoAppInternalsSymbol].toClientJson()
    return <Page {...others} json={json} user={loadUser ? nextSupport.readUser(app) : undefined} />
  }
}

export function requireNextApp(app: AnyApp | undefined, component: string): NextApp {
  // Unchecked casts: without types, callers pass nothing, or the app of another entry.
  const internals = (app as AnyApp | undefined)?.[porticoAppInternalsSymbol] as Partial<ClientJsonInternals> | undefined
  if (internals?.toClientJson) return app as unknown as NextApp
  throw new Error(
    `\`<${component}>\` in a server component needs the app of \`createPortico()\` as \`app\`. Export it from a module such as portico.ts: \`import { createPortico } from '@portico/nextjs/server'\`.`,
  )
}
