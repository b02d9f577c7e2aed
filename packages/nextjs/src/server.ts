/** A project's app on the server of a Next.js app. */
import { PorticoServerApp, porticoAppInternalsSymbol, type PorticoServerAppOptions } from '@portico/client/server'
import { clientJsonOfServer } from '@portico/client/stack'
import { nextPorts } from './framework.ts'
import { addNextMembers, type NextMembers } from './next-members.ts'

export { createAccessTokenVerifier, KnownError, KnownErrors, verifyWebhook } from '@portico/client/server'
export type * from '@portico/client/server'
export type { NextMembers } from './next-members.ts'

/** The app that `createPortico` returns. */
export type PorticoNextApp<ProjectId extends string = string> = PorticoServerApp<true, ProjectId> & NextMembers

/**
 * Creates the app of your project for server components, actions and route handlers. The current user is the one in the
 * request's cookies. Create it once, in a separate module.
 *
 * @example
 * export const portico = createPortico()
 * const user = await portico.getUser({ or: 'redirect' })
 */
export function createPortico<ProjectId extends string = string>(
  given: Partial<PorticoServerAppOptions<true, ProjectId>> = {},
): PorticoNextApp<ProjectId> {
  const options = { tokenStore: 'nextjs-cookie', redirectMethod: 'nextjs', ...given } as const
  // Unchecked cast: the store of the app is that of Next.js unless the caller has named another one.
  const app = new PorticoServerApp(options as PorticoServerAppOptions<true, ProjectId>, nextPorts)
  Object.assign(app[porticoAppInternalsSymbol], {
    toClientJson: clientJsonOfServer(options, app.urls, nextPorts),
  })
  return addNextMembers(app)
}
