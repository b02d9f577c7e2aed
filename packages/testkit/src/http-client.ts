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
  /** Of the signed-in end user. */
  accessToken?: string
  refreshToken?: string
  /** Of a project owner; replaces the key. */
  adminAccessToken?: string
}

export interface HttpOptions {
  headers?: Record<string, string>
  /** Sent as it is, with no content type of its own. */
  rawBody?: string | Uint8Array<ArrayBuffer>
}

/** An answer with its body read. What the body is taken for is the test's word; the contract is checked at run time. */
export interface Answer<Body = Readonly<Record<string, unknown>>> {
  status: number
  headers: Headers
  text: string
  /** The parsed JSON; an empty object where the answer is text. */
  body: Body
}

const keyHeaders = {
  client: 'x-stack-publishable-client-key',
  server: 'x-stack-secret-server-key',
  admin: 'x-stack-super-secret-admin-key',
} as const

/** Calls the service over its HTTP surface and holds every answer against the contract. */
export class HttpClient {
  readonly #service: Pick<Portico, 'fetch'>
  readonly #credentials: Credentials | null

  constructor(service: Pick<Portico, 'fetch'>, credentials: Credentials | null) {
    this.#service = service
    this.#credentials = credentials
  }

  /** The same caller with other credentials on top, such as a user's tokens. */
  with(credentials: Partial<Credentials>): HttpClient {
    if (!this.#credentials) throw new Error('A client without a project has no credentials to add to.')
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

/** Every answer must be one the contract gives: exactly its shape, nothing missing and nothing more, or one of its errors. */
function requireContract(method: string, path: string, accessType: AccessType | null, answer: Answer<unknown>): void {
  const spec = findEndpoint(method, path)
  if (spec) requireKnownRefusal(spec, answer)
  if (answer.status >= 300 || answer.headers.has('x-stack-actual-status')) return
  const variant = spec && variantFor(spec, accessType)
  if (!spec || !variant || typeof variant.response === 'string') return
  const allowed = successStatuses(spec)
  if (!allowed.includes(answer.status)) {
    throw new Error(`${method} ${path} answered ${answer.status}; the contract says ${allowed.join(' or ')}.`)
  }
  const parsed = variant.response.safeParse(answer.body)
  if (!parsed.success) throw new Error(`${method} ${path} does not keep the contract: ${parsed.error.message}`)
  if (!isDeepStrictEqual(parsed.data, answer.body)) {
    throw new Error(`${method} ${path} answers with more than the contract says: ${JSON.stringify(answer.body)}`)
  }
}

function requireKnownRefusal(spec: EndpointSpec, { status, headers }: Answer<unknown>): void {
  const code = headers.get('x-stack-known-error')
  const codes: readonly string[] = [...ownErrors(spec), ...Object.values(sharedErrors).flat()]
  if (code !== null && !codes.includes(code)) {
    throw new Error(`${spec.method} ${spec.path} answered ${code}, which is not among its errors in the contract.`)
  }
  if (status === 429 && !spec.isRateLimited) {
    throw new Error(`${spec.method} ${spec.path} answered 429, but the contract does not say that it is limited.`)
  }
}

function findEndpoint(method: string, path: string): EndpointSpec | undefined {
  const pathname = path.split('?', 1)[0] ?? ''
  return [...endpoints.values()]
    .toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
    .find((spec) => {
      const pattern = new RegExp(
        `^${spec.path === '/' ? '/?' : spec.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`,
      )
      return spec.method === method && pattern.test(pathname)
    })
}
