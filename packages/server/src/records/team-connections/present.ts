import type { ConnectionDomainRead, TeamConnectionRead } from '@portico/contract'

import { SECRET_MASK } from '../projects/secret-mask.ts'
import { proofOf, providerIdOf, type ConnectionDomain, type TeamConnection } from './connection.ts'

/** @param domains may contain domains of other connections */
export function presentConnection(
  connection: TeamConnection,
  domains: readonly ConnectionDomain[],
): TeamConnectionRead {
  const { audience, method, publicJwk } = connection
  return {
    id: connection.id,
    team_id: connection.teamId,
    provider_id: providerIdOf(connection.id),
    display_name: connection.displayName,
    icon_url: connection.iconUrl,
    issuer_url: connection.issuerUrl,
    client_id: connection.clientId,
    scopes: connection.scopes,
    authentication:
      method === 'private_key_jwt'
        ? { method, private_key: SECRET_MASK, audience: audience ?? 'issuer', public_jwk: publicJwk ?? {} }
        : { method, client_secret: SECRET_MASK },
    created_at_millis: connection.createdAt.getTime(),
    domains: domains.filter(({ connectionId }) => connectionId === connection.id).map(presentDomain),
  }
}

export function presentDomain(claimed: ConnectionDomain): ConnectionDomainRead {
  const { name, value } = proofOf(claimed)
  return {
    domain: claimed.domain,
    is_proved: claimed.provedAt !== null,
    record_name: name,
    record_value: value,
  }
}
