'use client'
import { porticoAppInternalsSymbol, type CurrentUser } from '@portico/client'
import type { StackClientAppJson } from '@portico/client/stack'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'

/** What a server tells a page of the user: their wire object, or null for signed out. */
export type UserSnapshot = ReturnType<CurrentUser['toClientJson']> | null

/** Undefined: the server could not tell. */
export type PromisedUser = Promise<UserSnapshot | undefined>

/** An app with the members that this module uses. */
type PageApp = {
  readonly [porticoAppInternalsSymbol]: {
    userResource(): { expected: Promise<unknown> | null; refresh(): Promise<unknown> }
    seedUser(user: UserSnapshot): void
  }
}

/** Creates the app of a page of what the server has sent, and shows its user. On a server, each request has its own app. */
export function usePageApp<App extends PageApp>(
  App: new (options: StackClientAppJson) => App,
  json: StackClientAppJson,
  user: PromisedUser | undefined,
): App {
  const [app] = useState(() => {
    const options = json.redirectMethod === 'nextjs' ? { ...json, redirectMethod: { useNavigate } } : json
    const created = new App(options)
    if (user) expectUser(created, user)
    return created
  })
  useRefreshAfterServer(app, user)
  useEffect(() => {
    if (window.location.protocol === 'https:') document.cookie = 'stack-is-https=true; Path=/; SameSite=Lax; Secure'
  }, [])
  return app
}

/** Lets components that use the user wait for the server, below their `<Suspense>`. */
function expectUser(app: PageApp, user: PromisedUser): void {
  const internals = app[porticoAppInternalsSymbol]
  const resource = internals.userResource()
  const settle = (known?: UserSnapshot): void => {
    resource.expected = null
    if (known !== undefined) internals.seedUser(known)
  }
  resource.expected = Promise.resolve(user).then(settle, () => settle())
}

/** Reads the user again when the server renders the page again with another user, such as after an action that changes the user. */
function useRefreshAfterServer(app: PageApp, user: PromisedUser | undefined): void {
  const known = useRef<string | undefined>(undefined)
  useEffect(() => {
    let isCurrent = true
    void Promise.resolve(user).then(
      (snapshot) => {
        const text = JSON.stringify(snapshot)
        if (!isCurrent || text === undefined) return
        // A failure is shown by the components that use the user.
        if (known.current !== undefined && known.current !== text) {
          app[porticoAppInternalsSymbol]
            .userResource()
            .refresh()
            .catch(() => {})
        }
        known.current = text
      },
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [app, user])
}

function useNavigate(): (to: string) => void {
  const router = useRouter()
  return (to) => router.push(to)
}
