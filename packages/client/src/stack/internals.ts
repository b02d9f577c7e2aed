import type { UserClientRead } from '@portico/contract'

import type { AppInternals } from '../app/internals.ts'
import { type PorticoClientAppOptions, resolveOptions } from '../app/options.ts'
import { defaultPorts, type Ports } from '../transport/ports.ts'
import { createRequest, type RequestSession, type SendAnyRequest, type SendRequest } from '../transport/request.ts'

/** As whom a raw call is sent. Only apps that hold the key can send a call as a server or an admin. */
/** The access type of a raw call. */
export type RequestType = 'client' | 'server' | 'admin'

/** The raw call of an app, for components that were written for the original SDK. */
export interface RawCallInternals {
  /**
   * Calls the service with the current session, if there is one, and returns the successful response with its body
   * unread. Repeats calls and throws like every method. Hooks do not reload after a change that it makes.
   *
   * @param path below the version of the API, such as `/users/me`
   * @param init method, headers and body; the headers of the SDK take precedence
   */
  sendRequest(path: string, init?: RequestInit, requestType?: RequestType): Promise<Response>
}

/** Raw calls of a client app, which also shows a user that a server has read. */
export interface StackClientInternals extends RawCallInternals {
  /**
   * Seeds the current user of a page: the wire object, or null for signed out. If the promise is rejected, hooks ask
   * the service. On a server it does nothing, because all requests share the app.
   */
  setCurrentUser(user: PromiseLike<UserClientRead | null> | UserClientRead | null): Promise<void>
}

interface RawCallParts {
  /** Null: no call has a session. */
  readonly tokenStore: unknown
  readonly internals: Pick<AppInternals, 'getUserOr'>
  readonly ports: Ports | undefined
  /** Creates the request function of a type that the app has the key for. */
  readonly requests: Partial<
    Record<RequestType, (ports: Ports) => SendRequest | SendRequest<'server'> | SendRequest<'admin'>>
  >
}

export function rawCallsOf({ tokenStore, internals, ports = defaultPorts, requests }: RawCallParts): RawCallInternals {
  async function send(
    path: string,
    init: RequestInit,
    create: (ports: Ports) => SendRequest | SendRequest<'server'> | SendRequest<'admin'>,
    session?: RequestSession,
  ) {
    const responses: Response[] = []
    const fetch: Ports['fetch'] = async (url, prepared) => {
      const headers = new Headers(init.headers)
      for (const [name, value] of new Headers(prepared.headers)) headers.set(name, value)
      const response = await ports.fetch(url, { ...init, ...prepared, headers })
      // The request function reads the body of the response.
      responses.push(response.clone())
      return response
    }
    // Unchecked cast: the caller knows the operation, and the service refuses others.
    const request = create({ ...ports, fetch }) as SendAnyRequest
    await request(`${(init.method ?? 'GET').toUpperCase()} ${path}`, { session, isSessionOptional: true })
    // Each successful call has at least one response.
    return responses.at(-1) as Response
  }

  return {
    sendRequest: async (path, init = {}, requestType = 'client') => {
      const create = requests[requestType]
      if (!create) throw new Error(`This app has no key for requests as "${requestType}". Use a server or admin app.`)
      if (!path.startsWith('/')) throw new Error(`The path "${path}" must start with a slash, such as "/users/me".`)
      const answers: Response[] = []
      if (tokenStore !== null) {
        await internals.getUserOr('anonymous-if-exists', undefined, async (session) => {
          answers.push(await send(path, init, create, session))
          return null
        })
      }
      return answers.at(-1) ?? send(path, init, create)
    },
  }
}

/** Creates the members of a client app. */
export function stackInternalsOf(
  internals: Pick<AppInternals, 'getUserOr' | 'seedUser'>,
  options: PorticoClientAppOptions,
  ports: Ports = defaultPorts,
): StackClientInternals {
  const client = (given: Ports) => createRequest({ ...resolveOptions(options, given), ports: given })
  return {
    ...rawCallsOf({ tokenStore: options.tokenStore, internals, ports, requests: { client } }),
    setCurrentUser: async (given) => {
      const user = await Promise.resolve(given).catch(() => undefined)
      if (user !== undefined && ports.browser()) internals.seedUser(user)
    },
  }
}
