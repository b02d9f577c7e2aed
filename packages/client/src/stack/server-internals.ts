import type { AppInternals } from '../app/internals.ts'
import { type PorticoAdminAppOptions, resolveAdminAccess } from '../admin/admin-options.ts'
import { type PorticoServerAppOptions, resolveServerAccess, type ServerAccess } from '../server/server-options.ts'
import { type RawCallInternals, rawCallsOf } from './internals.ts'
import type { Ports } from '../transport/ports.ts'
import { createRequest, type SendRequest } from '../transport/request.ts'

/** Creates the raw call of a server app. */
export function serverCallsOf(
  internals: Pick<AppInternals, 'getUserOr'>,
  options: PorticoServerAppOptions,
  ports?: Ports,
): RawCallInternals {
  const accessOf = (given: Ports) => resolveServerAccess(options, given)
  const requests = {
    client: (given: Ports) => requestAsClient(accessOf(given)),
    server: (given: Ports) => accessOf(given).requestAsServer,
  }
  return rawCallsOf({ tokenStore: options.tokenStore, internals, ports, requests })
}

/** Creates the raw call of an admin app. */
export function adminCallsOf(
  internals: Pick<AppInternals, 'getUserOr'>,
  options: PorticoAdminAppOptions,
  ports?: Ports,
): RawCallInternals {
  const accessOf = (given: Ports) => resolveAdminAccess(options, given)
  const requests = {
    client: (given: Ports) => requestAsClient(accessOf(given)),
    server: (given: Ports) => accessOf(given).requestAsServer,
    admin: (given: Ports) => accessOf(given).requestAsAdmin,
  }
  return rawCallsOf({ tokenStore: options.tokenStore, internals, ports, requests })
}

function requestAsClient({ options, clientPorts }: ServerAccess): SendRequest {
  return createRequest({ ...options, ports: clientPorts })
}
