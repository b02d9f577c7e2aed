import { isErrorWithin, isErrorCode } from '@portico/contract/errors'

import type { Ports } from '../transport/ports.ts'

/**
 * Where the access tokens of a project owner come from: the `currentSession` of a user of the project "internal", or a
 * function. Null means that no owner is signed in; calls then throw `ADMIN_AUTHENTICATION_REQUIRED`.
 *
 * Both are asked for each request. After the service has refused a token, they are asked again, the function with that
 * token, and the request is repeated with another one if they have one.
 */
export type ProjectOwnerSession =
  | { getTokens(): Promise<{ readonly accessToken: string | null }> }
  | ((refusedToken: string | null) => Promise<string | null>)

/** Adds the owner's access token to each request, in place of the keys. */
export function withOwnerSession(ports: Ports, session: ProjectOwnerSession): Ports {
  const readToken = typeof session === 'function' ? session : async () => (await session.getTokens()).accessToken
  return {
    ...ports,
    fetch: async (url, init) => {
      const send = (token: string | null): Promise<Response> => {
        const headers = new Headers(init.headers)
        if (token !== null) headers.set('x-stack-admin-access-token', token)
        headers.delete('x-stack-publishable-client-key')
        // `fetch` would send headers with names of our own to the target of a redirect.
        return ports.fetch(url, { ...init, headers, redirect: 'manual' })
      }
      const token = await readToken(null)
      const answer = await send(token)
      if (token === null || !isRefusal(answer)) return answer
      const next = await readToken(token)
      return next === null || next === token ? answer : send(next)
    },
  }
}

function isRefusal({ headers }: Response): boolean {
  const code = headers.get('x-stack-known-error')
  return code !== null && isErrorCode(code) && isErrorWithin(code, 'INVALID_ADMIN_ACCESS_TOKEN')
}
