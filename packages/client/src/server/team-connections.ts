import type { TeamConnectionRead } from '@portico/contract'

import { toCamelCase, toSnakeCase } from '@portico/contract/letter-case'
import type { SendRequest } from '../transport/request.ts'
import { present } from '../transport/present.ts'
import type {
  ConnectionDomainFields,
  DomainProofFields,
  TeamConnectionFields,
  TeamConnectionOptions,
  TeamConnectionUpdateOptions,
} from '../transport/record-fields.ts'

/** A domain that a connection claims. */
export interface ConnectionDomain extends ConnectionDomainFields {}

/** What was found for a claimed domain. */
export interface DomainProof extends DomainProofFields {
  /** The domain after the check. */
  readonly domain: ConnectionDomain
}

/** A team's connection to its own OpenID Connect issuer. A snapshot: list the connections again after a change. */
export interface TeamConnection extends TeamConnectionFields {
  /** The domains that the connection claims. */
  readonly domains: readonly ConnectionDomain[]
  /**
   * Changes the connection and returns it. Another `clientId` needs `authentication` as well, because a secret belongs
   * to one client.
   */
  update(options: TeamConnectionUpdateOptions): Promise<TeamConnection>
  /** Claims a domain, and returns the DNS record that proves it. */
  claimDomain(domain: string): Promise<ConnectionDomain>
  /** Looks for the DNS record of a claimed domain. */
  proveDomain(domain: string): Promise<DomainProof>
  /** Ends the claim of a domain. */
  releaseDomain(domain: string): Promise<void>
  /** Ends the connection. Accounts at its issuer remain, and can no longer sign in. */
  delete(): Promise<void>
}

export async function createTeamConnection(
  request: SendRequest<'server'>,
  teamId: string,
  options: TeamConnectionOptions,
): Promise<TeamConnection> {
  const body = toSnakeCase({ ...options, teamId })
  return connectionOf(request, await request('POST /team-connections', { body }))
}

export async function listTeamConnections(request: SendRequest<'server'>, teamId: string): Promise<TeamConnection[]> {
  const { items } = await request('GET /team-connections', { query: { team_id: teamId } })
  return items.map((read) => connectionOf(request, read))
}

function connectionOf(request: SendRequest<'server'>, read: TeamConnectionRead): TeamConnection {
  const params = { connection_id: read.id }
  return {
    ...present(read),
    authentication: toCamelCase(read.authentication),
    domains: toCamelCase(read.domains),
    update: async (options) => {
      const body = toSnakeCase(options)
      return connectionOf(request, await request('PATCH /team-connections/{connection_id}', { params, body }))
    },
    claimDomain: async (domain) =>
      toCamelCase(await request('POST /team-connections/{connection_id}/domains', { params, body: { domain } })),
    proveDomain: async (domain) =>
      toCamelCase(
        await request('POST /team-connections/{connection_id}/domains/{domain}/prove', {
          params: { ...params, domain },
          body: {},
        }),
      ),
    releaseDomain: async (domain) => {
      await request('DELETE /team-connections/{connection_id}/domains/{domain}', { params: { ...params, domain } })
    },
    delete: async () => {
      await request('DELETE /team-connections/{connection_id}', { params })
    },
  }
}
