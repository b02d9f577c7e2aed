import { readFirst } from '../app/environment.ts'
import { createSecretRequest } from './secret-request.ts'
import { type PorticoClientAppOptions, type ResolvedOptions, resolveOptions } from '../app/options.ts'
import type { CachedReads } from '../resources/cached-reads.ts'
import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'

/** The options of `PorticoServerApp`. Missing ones come from the environment. */
export interface PorticoServerAppOptions<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoClientAppOptions<HasTokenStore, ProjectId> {
  /** Default: `PORTICO_SECRET_SERVER_KEY`. It must never reach a browser. */
  secretServerKey?: string
  /**
   * The base URL that the service publishes (its `PORTICO_BASE_URL`), if this server reaches the service at another
   * address. Default: the addresses in `baseUrl`.
   */
  issuerBaseUrl?: string
}

/** The options of one app with all defaults. */
export interface ResolvedServerOptions extends ResolvedOptions {
  readonly secretServerKey: string
}

export function resolveServerOptions(options: PorticoServerAppOptions, ports: Ports): ResolvedServerOptions {
  // Headers of the environment variable are for browsers, which read them anyway.
  const { extraRequestHeaders = {} } = options
  const [secretServerKey, resolved] = resolveAll(
    () => resolveSecretKey(options.secretServerKey, serverKey, ports),
    () => resolveOptions({ ...options, extraRequestHeaders }, ports),
  )
  return { ...resolved, secretServerKey }
}

/** Resolves two groups of options. Throws one error with the problems of both. */
export function resolveAll<First, Second>(first: () => First, second: () => Second): [First, Second] {
  const problems: string[] = []
  const resolve = <Value>(group: () => Value): Value | null => {
    try {
      return group()
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
      return null
    }
  }
  const resolved = [resolve(first), resolve(second)]
  if (problems.length > 0) throw new Error(problems.join(' '))
  // Unchecked cast: without a problem, both groups have a value.
  return resolved as [First, Second]
}

/** How a server app calls the service. */
export interface ServerAccess {
  readonly options: ResolvedOptions
  /** The environment of the calls as a client. */
  readonly clientPorts: Ports
  readonly requestAsServer: SendRequest<'server'>
  /** The reads that hooks show. Default: separate reads, which changes through `requestAsServer` renew. */
  readonly reads?: CachedReads
  /** Lists sessions. Default: `requestAsServer`. */
  readonly requestSessions?: SendRequest
}

/** The access of a server that holds the secret key. */
export function resolveServerAccess(options: PorticoServerAppOptions, ports: Ports): ServerAccess {
  const resolved = resolveServerOptions(options, ports)
  return {
    options: resolved,
    clientPorts: ports,
    requestAsServer: createSecretRequest(resolved, { 'x-stack-access-type': 'server' }, ports),
  }
}

/** A key that only servers hold. */
interface SecretKey {
  readonly app: string
  readonly name: string
  readonly option: string
  readonly variable: string
  readonly read: () => string | undefined
}

const serverKey: SecretKey = {
  app: 'PorticoServerApp',
  name: 'secret server key',
  option: 'secretServerKey',
  variable: 'PORTICO_SECRET_SERVER_KEY',
  read: () => readFirst([() => process.env.PORTICO_SECRET_SERVER_KEY, () => process.env.STACK_SECRET_SERVER_KEY]),
}

/** Returns a secret key. Throws in a browser, where the key would be public. */
export function resolveSecretKey(given: string | undefined, secretKey: SecretKey, ports: Ports): string {
  const { app, name, option, variable, read } = secretKey
  // guard: the secret key is refused in a browser [server-app, admin-app]
  if (ports.browser()) {
    throw new Error(
      `${app} cannot run in a browser, because every visitor could read the ${name} there. Use PorticoClientApp in pages.`,
    )
  }
  const key = (given ?? read())?.trim()
  if (key && !/\s/.test(key)) return key
  throw new Error(
    `The ${name} ${key ? 'contains white space' : 'is missing'}. Pass \`${option}\` or set ${variable}. Never use a prefix such as NEXT_PUBLIC_ or VITE_: bundlers copy such variables into pages.`,
  )
}
