import type { DomainProofRead, TeamConnectionCreate, TeamConnectionRead, TeamConnectionUpdate } from '@portico/contract'

import { toCamelCase, toSnakeCase, type CamelCased } from '@portico/contract/letter-case'
import type { SendRequest } from '../transport/request.ts'
import { present } from '../transport/present.ts'

/** The settings of an OpenID Connect issuer: its address, the client there, and how the service authenticates. */
export type TeamConnectionOptions = Omit<CamelCased<TeamConnectionCreate>, 'teamId'>

/** Changes of a connection. Absent settings keep their value, and the issuer cannot change. */
export type TeamConnectionUpdateOptions = CamelCased<TeamConnectionUpdate>

/** A domain that a connection claims. */
export interface ConnectionDomain {
  /** In lower case and ASCII. */
  readonly domain: string
  /** Whether the DNS record was found. It is looked for again each week. */
  readonly isProved: boolean
  /** The name of the TXT record to publish. */
  readonly recordName: string
  /** The text of the TXT record to publish. */
  readonly recordValue: string
}

/** What was found for a claimed domain. */
export interface DomainProof {
  /** The domain after the check. */
  readonly domain: ConnectionDomain
  /** Null: the domain is proved. `no_answer`: DNS did not answer in time. `proved_elsewhere`: another connection has proved the domain. */
  readonly problem: DomainProofRead['problem']
  /** The records of the name that prove a domain for any connection. */
  readonly found: readonly string[]
}

/** A connection of a team to an OpenID Connect issuer of its own. A snapshot: list the connections again after a change. */
export interface TeamConnection {
  /** Never changes. */
  readonly id: string
  /** The team that the connection belongs to. */
  readonly teamId: string
  /** The sign-in provider that the connection is. `signInWithOAuth` accepts it. */
  readonly providerId: string
  /** The name that users see. */
  readonly displayName: string
  /** The address of an icon; null without one. */
  readonly iconUrl: string | null
  /** The issuer, as its discovery document names it. */
  readonly issuerUrl: string
  /** The client at the issuer. */
  readonly clientId: string
  /** Without `openid`, which every request has. */
  readonly scopes: readonly string[]
  /** How the service authenticates at the issuer. Secrets are masked. */
  readonly authentication: CamelCased<TeamConnectionRead['authentication']>
  /** When the connection was created. */
  readonly createdAt: Date
  /** The domains that the connection claims. */
  readonly domains: readonly ConnectionDomain[]
  /** Changes the connection and returns it. Another `clientId` needs `authentication` as well, because a secret belongs to one client. */
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
