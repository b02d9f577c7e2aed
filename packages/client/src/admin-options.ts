import { readFirst } from './environment.ts'
import { type PorticoServerAppOptions, resolveSecretKey } from './server-options.ts'
import type { Ports } from './transport/ports.ts'

/** The secret server key is required too, because an admin app has the members of the server app. */
export interface PorticoAdminAppOptions<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoServerAppOptions<HasTokenStore, ProjectId> {
  /** Default: `PORTICO_SUPER_SECRET_ADMIN_KEY`. It must never reach a browser. */
  superSecretAdminKey?: string
}

export function resolveSuperSecretAdminKey(given: string | undefined, ports: Ports): string {
  return resolveSecretKey(
    given,
    {
      app: 'PorticoAdminApp',
      name: 'super secret admin key',
      option: 'superSecretAdminKey',
      variable: 'PORTICO_SUPER_SECRET_ADMIN_KEY',
      read: () =>
        readFirst([() => process.env.PORTICO_SUPER_SECRET_ADMIN_KEY, () => process.env.STACK_SUPER_SECRET_ADMIN_KEY]),
    },
    ports,
  )
}
