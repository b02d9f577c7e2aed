'use client'

import { porticoAppInternalsSymbol, type CurrentUser } from '@portico/client'
import { useEffect, useRef, useState } from 'react'
import type { PorticoClientApp } from './PorticoClientApp.ts'

/** What a server tells a page of the user: their wire object, or null for signed out. */
export type UserSnapshot = ReturnType<CurrentUser['toClientJson']> | null

/** Undefined: the server could not tell, so the page asks the service. */
export type PromisedUser = Promise<UserSnapshot | undefined>

/**
 * Creates the app of a page, whose components wait below their `<Suspense>` for the user that a server has promised. For the providers of
 * frameworks: each request of a server renders with an app of its own.
 */
export function useAppOfServer<App extends PorticoClientApp>(create: () => App, user: PromisedUser | undefined): App {
  const [app] = useState(() => {
    const created = create()
    if (user) expectUser(created, user)
    return created
  })
  useRefreshAfterServer(app, user)
  return app
}

function expectUser(app: PorticoClientApp, user: PromisedUser): void {
  const internals = app[porticoAppInternalsSymbol]
  const resource = internals.userResource()
  const settle = (known?: UserSnapshot): void => {
    resource.expected = null
    if (known !== undefined) internals.seedUser(known)
  }
  resource.expected = Promise.resolve(user).then(settle, () => settle())
}

/** Reads the user again when the server has rendered the page again with another user, such as after an action that changes the user. */
function useRefreshAfterServer(app: PorticoClientApp, user: PromisedUser | undefined): void {
  const known = useRef<string | undefined>(undefined)
  useEffect(() => {
    let isCurrent = true
    const compare = (snapshot: UserSnapshot | undefined): void => {
      const text = JSON.stringify(snapshot)
      if (!isCurrent || text === undefined) return
      const isOther = known.current !== undefined && known.current !== text
      known.current = text
      // A failure is shown by the components that use the user.
      if (isOther) app[porticoAppInternalsSymbol].userResource().refresh().catch(ignore)
    }
    Promise.resolve(user).then(compare, ignore)
    return () => {
      isCurrent = false
    }
  }, [app, user])
}

function ignore(): void {}
