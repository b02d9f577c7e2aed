import { porticoAppInternalsSymbol, type PorticoServerApp } from '@portico/client/server'
import type { ClientJsonInternals } from '@portico/client/stack'
import type { PromisedUser } from '@portico/react'
import type { ComponentType, ReactNode } from 'react'
import { orUndefined } from './framework.ts'
import type { PageProviderProps } from './PageProvider.tsx'
import type { AnyApp, PorticoNextProviderProps } from './props.ts'

type NextApp = PorticoServerApp<true> & { readonly [porticoAppInternalsSymbol]: ClientJsonInternals }

/** Creates the provider for server components. */
export function serverProvider(Page: ComponentType<PageProviderProps>) {
  return function PorticoProvider({ app: given, loadUser = true, ...props }: PorticoNextProviderProps): ReactNode {
    const app = requireNextApp(given, 'PorticoProvider')
    const { lang, translationOverrides, children } = props
    const json = app[porticoAppInternalsSymbol].toClientJson()
    const language = { ...(lang !== undefined && { lang }), ...(translationOverrides && { translationOverrides }) }
    return (
      <Page {...language} json={json} user={loadUser ? readUser(app) : undefined}>
        {children}
      </Page>
    )
  }
}

/** Reads the user of the request as pages see it, without what only servers may know. */
export function readUser(app: PorticoServerApp<true>): PromisedUser {
  const user = orUndefined(app.getUser({ or: 'anonymous-if-exists' }).then((found) => found?.toClientJson() ?? null))
  // Next.js may end the render before it sends the promise.
  user.catch(() => {})
  return user
}

export function requireNextApp(app: AnyApp | undefined, component: string): NextApp {
  // Unchecked casts: without types, callers pass nothing, or the app of another entry.
  const internals = (app as AnyApp | undefined)?.[porticoAppInternalsSymbol] as Partial<ClientJsonInternals> | undefined
  if (internals?.toClientJson) return app as unknown as NextApp
  throw new Error(
    `\`<${component}>\` in a server component needs the app of \`createPortico()\` as \`app\`. Export it from a module such as portico.ts: \`import { createPortico } from '@portico/nextjs/server'\`.`,
  )
}
