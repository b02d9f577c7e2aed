import { readFirst } from './environment.ts'
import type { PorticoClientAppOptions } from './options.ts'
import type { Ports } from './transport/ports.ts'

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

/** Returns the secret server key. Throws in a browser, where the key would be public. */
export function resolveSecretServerKey(given: string | undefined, ports: Ports): string {
  if (ports.browser()) {
    throw new Error(
      'PorticoServerApp cannot run in a browser, because every visitor could read the secret server key there. Use PorticoClientApp in pages.',
    )
  }
  const key = given ?? readSecretServerKey()
  if (key) return key
  throw new Error(
    'The secret server key is missing. Pass `secretServerKey` or set PORTICO_SECRET_SERVER_KEY. Never use a prefix such as NEXT_PUBLIC_ or VITE_: bundlers copy such variables into pages.',
  )
}

function readSecretServerKey(): string | undefined {
  return readFirst([() => process.env.PORTICO_SECRET_SERVER_KEY, () => process.env.STACK_SECRET_SERVER_KEY])
}
