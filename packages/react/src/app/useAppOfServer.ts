'use client'

import { porticoAppInternalsSymbol, readClaims, type CurrentUser, type Project } from '@portico/client'
import { useEffect, useRef, useState } from 'react'
import { isServer } from './is-server.ts'
import type { PorticoClientApp } from './PorticoClientApp.ts'

/**
 * The user that a server sends: the wire object, or null for signed out.
 *
 * @internal
 */
export type UserSnapshot = ReturnType<CurrentUser['toClientJson']> | null

/**
 * Undefined: the server does not know, so the page reads the user.
 *
 * @internal
 */
export type PromisedUser = Promise<UserSnapshot | undefined>

/**
 * What a server has read for a page. Undefined: the page reads it.
 *
 * @internal
 */
export interface PageSeed {
  /** What the server has read of the user; undefined if it has read nothing. */
  readonly user: UserSnapshot | undefined
  /** Undefined if the server has not read it. */
  readonly project: Project | undefined
  /** The languages for the request, the preferred one first. */
  readonly languages: readonly string[]
}

/**
 * Creates the app of a page. Its components wait below their `<Suspense>` for the user that a server has promised. For
 * the providers of frameworks: on a server, each request renders with its own app.
 *
 * @internal
 */
export function useAppOfServer<App extends PorticoClientApp>(create: () => App, user: PromisedUser | undefined): App {
  const [app] = useState(() => {
    const created = create()
    if (user) expectUser(created, user)
    return created
  })
  useEffect(markHttps, [])
  useRefreshAfterServer(app, user)
  return app
}

/** A server behind a proxy may not know how the browser reached it. */
function markHttps(): void {
  // On localhost, an app on another port may have set it.
  const lifetime = window.location.protocol === 'https:' ? '' : '; Max-Age=0'
  document.cookie = `stack-is-https=true; Path=/; SameSite=Lax; Secure${lifetime}`
}

function expectUser(app: PorticoClientApp, user: PromisedUser): void {
  const resource = app[porticoAppInternalsSymbol].userResource()
  const settle = (known?: UserSnapshot): void => {
    resource.expected = null
    if (known !== undefined) seedUserOfServer(app, known)
  }
  resource.expected = Promise.resolve(user).then(settle, () => settle())
}

/** Shows what a server has sent, until the first newer answer. */
export function seedOfServer(app: PorticoClientApp, { user, project }: PageSeed): void {
  if (user !== undefined) seedUserOfServer(app, user)
  if (project) app[porticoAppInternalsSymbol].projectResource().seed(project)
}

/**
 * Shows the user that a server has sent, until the first newer answer. Routers restore pages with what an earlier
 * render sent, so a loaded user and the session of another user take precedence.
 */
export function seedUserOfServer(app: PorticoClientApp, user: UserSnapshot): void {
  const internals = app[porticoAppInternalsSymbol]
  const accessToken = isServer() ? undefined : accessTokenOf(app)
  // Without a session, only the hydration of the page shows this user.
  if (user === null || accessToken === undefined) return internals.seedUser(user)
  const owner = accessToken === null ? undefined : readClaims(accessToken)?.['sub']
  const resource = internals.userResource()
  if (resource.getSnapshot().status !== 'pending' || (owner !== undefined && owner !== user.id)) return
  const isFirst = resource.getServerSnapshot().status === 'pending'
  internals.seedUser(user)
  if (owner === undefined || !isFirst) resource.refresh().catch(ignore)
}

/** Returns the access token of this page's session, null if it is not known, and undefined without a session. */
function accessTokenOf(app: PorticoClientApp): string | null | undefined {
  let found: string | null | undefined
  // Calls the function at once if there is a session.
  const read = app[porticoAppInternalsSymbol].getUserOr('return-null', undefined, async ({ tokens }) => {
    found = tokens.accessToken
    return null
  })
  read.catch(ignore)
  return found
}

/**
 * Reads the user again when the server has rendered the page again with another user, such as after an action that
 * changes the user.
 */
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
