import { isDeepStrictEqual } from 'node:util'

import {
  endpoints,
  ownErrors,
  sharedErrors,
  successStatuses,
  variantFor,
  type AccessType,
  type EndpointSpec,
} from '@portico/contract'
import type { Portico } from '@portico/server'

export interface Credentials {
  projectId: string
  accessType: AccessType
  key: string
  /** Access token of the signed-in user. */
  accessToken?: string
  refreshToken?: string
  /** Access token of a project owner. Replaces the key. */
  adminAccessToken?: string
}

export interface HttpOptions {
  headers?: Record<string, string>
  /** Sent unchanged, without a default content type. */
  rawBody?: string | Uint8Array<ArrayBuffer>
}

/**
 * A response with its body read. `Body` is the caller's claim; the response is checked against the contract at run
 * time.
 */
export interface Answer<Body = Readonly<Record<string, unknown>>> {
  status: number
  headers: Headers
  text: string
  /** The parsed JSON; an empty object if the response is text. */
  body: Body
}

const keyHeaders = {
  client: 'x-stack-publishable-client-key',
  server: 'x-stack-secret-server-key',
  admin: 'x-stack-super-secret-admin-key',
} as const

/** Calls the service over HTTP and checks every response against the contract. */
export class HttpClient {
  readonly #service: Pick<Portico, 'fetch'>
  readonly #credentials: Credentials | null

  constructor(service: Pick<Portico, 'fetch'>, credentials: Credentials | null) {
    this.#service = service
    this.#credentials = credentials
  }

  /** Returns a client with these credentials added or replaced, such as a user's tokens. */
  with(credentials: Partial<Credentials>): HttpClient {
    if (!this.#credentials)
      throw new Error('An anonymous client has no project, so it cannot take credentials. Use the client of a project.')
    return new HttpClient(this.#service, { ...this.#credentials, ...credentials })
  }

  get<Body = Answer['body']>(path: string, options?: HttpOptions): Promise<Answer<Body>> {
    return this.send('GET', path, undefined, options)
  }

  post<Body = Answer['body']>(path: string, body?: unknown, options?: HttpOptions): Promise<Answer<Body>> {
    return this.send('POST', path, body, options)
  }

  patch<Body = Answer['body']>(path: string, body?: unknown, options?: HttpOptions): Promise<Answer<Body>> {
    return this.send('PATCH', path, body, options)
  }

  delete<Body = Answer['body']>(path: string, options?: HttpOptions): Promise<Answer<Body>> {
    return this.send('DELETE', path, undefined, options)
  }

  async send<Body = Answer['body']>(
    method: string,
    path: string,
    body?: unknown,
    options: HttpOptions = {},
  ): Promise<Answer<Body>> {
    const payload = options.rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const request = new Request(`http://127.0.0.1:4100/api/v1${path === '/' ? '' : path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headersOf(this.#credentials),
        ...options.headers,
      },
      ...(payload !== undefined && { body: payload }),
    })
    const response = await this.#service.fetch(request)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const answer: Answer<Body> = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : {},
    }
    requireContract(method, path, this.#credentials?.accessType ?? null, answer)
    return answer
  }
}

function headersOf(credentials: Credentials | null): Record<string, string> {
  if (!credentials) return {}
  return {
    'x-stack-project-id': credentials.projectId,
    'x-stack-access-type': credentials.accessType,
    ...(credentials.key !== '' && { [keyHeaders[credentials.accessType]]: credentials.key }),
    ...(credentials.accessToken !== undefined && { 'x-stack-access-token': credentials.accessToken }),
    ...(credentials.refreshToken !== undefined && { 'x-stack-refresh-token': credentials.refreshToken }),
    ...(credentials.adminAccessToken !== undefined && { 'x-stack-admin-access-token': credentials.adminAccessToken }),
  }
}

/** Requires that a response matches the contract: exactly the declared fields, or a declared error. */
function requireContract(method: string, path: string, accessType: AccessType | null, answer: Answer<unknown>): void {
  const spec = findEndpoint(method, path)
  if (spec) requireDeclaredError(spec, answer)
  if (answer.status >= 300 || answer.headers.has('x-stack-actual-status')) return
  const variant = spec && variantFor(spec, accessType)
  if (!spec || !variant || typeof variant.response === 'string') return
  const allowed = successStatuses(spec)
  if (!allowed.includes(answer.status)) {
    throw new Error(`${method} ${path} answered ${answer.status}; the contract declares ${allowed.join(' or ')}.`)
  }
  const parsed = variant.response.safeParse(answer.body)
  if (!parsed.success) throw new Error(`The response to ${method} ${path} breaks the contract: ${parsed.error.message}`)
  if (!isDeepStrictEqual(parsed.data, answer.body)) {
    throw new Error(
      `The response to ${method} ${path} has fields that the contract does not declare: ${JSON.stringify(answer.body)}`,
    )
  }
}

function requireDeclaredError(spec: EndpointSpec, { status, headers }: Answer<unknown>): void {
  const code = headers.get('x-stack-known-error')
  const codes: readonly string[] = [...ownErrors(spec), ...Object.values(sharedErrors).flat()]
  if (code !== null && !codes.includes(code)) {
    throw new Error(`${spec.method} ${spec.path} answered ${code}, which the contract does not declare for it.`)
  }
  if (status === 429 && !spec.isRateLimited) {
    throw new Error(`${spec.method} ${spec.path} answered 429, but the contract declares no rate limit for it.`)
  }
}

/** Paths without parameters come first. */
const patterns = [...endpoints.values()]
  .toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
  .map((spec) => {
    const path = spec.path === '/' ? '/?' : spec.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')
    return { spec, pattern: new RegExp(`^${path}$`) }
  })

function findEndpoint(method: string, path: string): EndpointSpec | undefined {
  const pathname = path.split('?', 1)[0] ?? ''
  return patterns.find(({ spec, pattern }) => spec.method === method && pattern.test(pathname))?.spec
}
