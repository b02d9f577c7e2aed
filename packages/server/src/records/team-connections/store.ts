import { CONNECTION_DOMAINS_MAX, TEAM_CONNECTIONS_MAX } from '@portico/contract'

import {
  allRows,
  firstRow,
  isAnyTouched,
  json,
  lookup,
  noResult,
  statement,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import type { RowOf } from '../../kernel/columns.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import { connectionColumns, domainColumns, type ConnectionDomain, type TeamConnection } from './connection.ts'

/** Lists the connections of a team, oldest first. */
export function listConnections(projectId: string, teamId: string): Statement<TeamConnection[]> {
  return statement<TeamConnection>`
    select ${connectionColumns} from team_connections where team_id = ${teamId} and project_id = ${projectId}
    order by created_at, id limit ${TEAM_CONNECTIONS_MAX}`.map(allRows)
}

/** Lists the domains that the connections of a team claim, in the order of their names. */
export function listDomains(projectId: string, teamId: string): Statement<ConnectionDomain[]> {
  return statement<ConnectionDomain>`
    select claimed.* from (
      select id from team_connections where team_id = ${teamId} and project_id = ${projectId}
    ) c cross join lateral (
      select ${domainColumns} from connection_domains where connection_id = c.id and project_id = ${projectId} offset 0
    ) claimed
    order by claimed.domain limit ${TEAM_CONNECTIONS_MAX * CONNECTION_DOMAINS_MAX}`.map(allRows)
}

/** Finds a domain that a connection claims. */
export function findDomain(
  projectId: string,
  connectionId: string,
  domain: string,
): Statement<ConnectionDomain | null> {
  return lookup<ConnectionDomain>`
    select ${domainColumns} from connection_domains
    where project_id = ${projectId} and connection_id = ${connectionId} and domain = ${domain}`.map(firstRow)
}

export function findConnection(projectId: string, id: string): Statement<TeamConnection | null> {
  return lookup<TeamConnection>`
    select ${connectionColumns} from team_connections where project_id = ${projectId} and id = ${id}`.map(firstRow)
}

export function lockConnection(projectId: string, id: string): Statement<TeamConnection | null> {
  return statement<TeamConnection>`
    select ${connectionColumns} from team_connections where project_id = ${projectId} and id = ${id} for update`.map(
    firstRow,
  )
}

/** A connection as a sign-in needs it. */
export type SignInConnection = TeamConnection & {
  /** The domains whose addresses the issuer may vouch for. */
  readonly provedDomains: readonly string[]
}

export function findSignInConnection(projectId: string, id: string): Statement<SignInConnection | null> {
  return lookup<SignInConnection>`
    select ${connectionColumns}, array(
      select domain from connection_domains
      where project_id = ${projectId} and connection_id = ${id} and proved_at is not null
    ) as "provedDomains"
    from team_connections where project_id = ${projectId} and id = ${id}`.map(firstRow)
}

export function findConnectionOfDomain(
  projectId: string,
  domain: string,
): Statement<Pick<TeamConnection, 'id' | 'displayName'> | null> {
  // guard: only a proved domain leads its people to a connection (drop `proved_at is not null`)
  //   [team-connections/team-connections]
  return lookup<Pick<TeamConnection, 'id' | 'displayName'>>`
    select c.id, c.display_name as "displayName" from (
      select connection_id from connection_domains
      where domain = ${domain} and project_id = ${projectId} and proved_at is not null
    ) d cross join lateral (
      select id, display_name from team_connections where id = d.connection_id and project_id = ${projectId} offset 0
    ) c`.map(firstRow)
}

/**
 * Writes a new connection, unless its team has the largest number of them. Lock the team first, so that the number is
 * exact.
 *
 * @returns whether it was written
 */
export function insertConnection(projectId: string, connection: TeamConnection): Statement<boolean> {
  return statement`
    insert into team_connections
      (project_id, id, team_id, display_name, icon_url, issuer_url, client_id, scopes, authentication_method, audience,
       secret_sealed, public_jwk, created_at)
    select ${projectId}, ${connection.id}::uuid, ${connection.teamId}::uuid, ${connection.displayName}::text,
      ${connection.iconUrl}::text, ${connection.issuerUrl}::text, ${connection.clientId}::text, ${connection.scopes}::text[],
      ${connection.method}::text, ${connection.audience}::text, ${connection.secretSealed}::text,
      ${connection.publicJwk && json(connection.publicJwk)}::jsonb, ${connection.createdAt}::timestamptz
    where (
      select count(*) from team_connections where team_id = ${connection.teamId} and project_id = ${projectId}
    ) < ${TEAM_CONNECTIONS_MAX}::integer`.map(isAnyTouched)
}

/** Writes the settings of a connection that can change. Lock it first. */
export function updateConnection(projectId: string, connection: TeamConnection): Statement<void> {
  return statement`
    update team_connections set
      display_name = ${connection.displayName}, icon_url = ${connection.iconUrl}, client_id = ${connection.clientId},
      scopes = ${connection.scopes}, authentication_method = ${connection.method}, audience = ${connection.audience},
      secret_sealed = ${connection.secretSealed}, public_jwk = ${connection.publicJwk && json(connection.publicJwk)}::jsonb
    where project_id = ${projectId} and id = ${connection.id}`.map(noResult)
}

export function deleteConnection(projectId: string, id: string): Statement<boolean> {
  return statement`delete from team_connections where project_id = ${projectId} and id = ${id}`.map(isAnyTouched)
}

/**
 * Writes the claim of a domain, unless the connection has it or the largest number of them. Lock the connection first.
 *
 * @returns whether the connection has the domain
 */
export function claimDomain(projectId: string, connectionId: string, domain: string, now: Date): Statement<boolean> {
  return statement<{ isClaimed: boolean }>`
    with claimed as (
      insert into connection_domains (project_id, connection_id, domain, claimed_at)
      select ${projectId}, ${connectionId}::uuid, ${domain}::text, ${now}::timestamptz
      where (
        select count(*) from connection_domains where project_id = ${projectId} and connection_id = ${connectionId}
      ) < ${CONNECTION_DOMAINS_MAX}::integer
      on conflict do nothing
      returning domain
    )
    select exists (select 1 from claimed) or exists (
      select 1 from connection_domains
      where project_id = ${projectId} and connection_id = ${connectionId} and domain = ${domain}
    ) as "isClaimed"`.map(({ rows }) => rows[0]?.isClaimed ?? false)
}

/** Another connection of the project has proved the domain. Nothing was written. */
export class DomainProvedElsewhere extends Error {
  override readonly name = 'DomainProvedElsewhere'
}

/**
 * Records that the proof of a domain was found.
 *
 * @returns whether the domain was claimed and not proved before
 * @throws DomainProvedElsewhere
 */
export function proveDomain(projectId: string, connectionId: string, domain: string, now: Date): Statement<boolean> {
  return statement`
    update connection_domains set proved_at = ${now}, checked_at = ${now}, missing_since = null
    where project_id = ${projectId} and connection_id = ${connectionId} and domain = ${domain} and proved_at is null`
    .map(isAnyTouched)
    .explained((error) =>
      isUniqueViolation(error, 'connection_domains_proved')
        ? new DomainProvedElsewhere('Another connection has proved the domain.', { cause: error })
        : error,
    )
}

export type ProvedDomain = ConnectionDomain & { readonly teamId: string }

/** Finds the claim of the connection that has proved a domain. */
export function findProvedDomain(projectId: string, domain: string): Statement<ProvedDomain | null> {
  return lookup<ProvedDomain>`
    select ${domainColumns},
      (select team_id from team_connections where id = d.connection_id and project_id = ${projectId}) as "teamId"
    from connection_domains d
    where domain = ${domain} and project_id = ${projectId} and proved_at is not null`.map(firstRow)
}

/** @returns whether the connection had claimed the domain */
export function releaseDomain(projectId: string, connectionId: string, domain: string): Statement<boolean> {
  return statement`
    delete from connection_domains
    where project_id = ${projectId} and connection_id = ${connectionId} and domain = ${domain}`.map(isAnyTouched)
}

/**
 * Ends a proof. Keeps a newer one: its record may have appeared after DNS was asked for this one.
 *
 * @returns whether the domain had this proof
 */
export function loseDomain(
  projectId: string,
  { connectionId, domain, provedAt }: ConnectionDomain,
): Statement<boolean> {
  // guard: an answer of DNS ends no proof that is newer than its question (drop `proved_at = ${provedAt}`)
  //   [team-connections/team-connections]
  return statement`
    update connection_domains set proved_at = null
    where project_id = ${projectId} and connection_id = ${connectionId} and domain = ${domain}
      and proved_at = ${provedAt}`.map(isAnyTouched)
}

/** A proved domain whose record is looked for again. */
export type DueDomain = ProvedDomain & {
  readonly projectId: string
  /** When checks began to miss the record. Null: the last answer had it. */
  readonly missingSince: Date | null
}

/**
 * Takes proved domains that were last checked before a moment. No other node takes them until they are due again.
 *
 * @param checkedAt the moment of the check until its result is noted
 */
export function takeDueDomains(checkedBefore: Date, checkedAt: Date, limit: number): Statement<DueDomain[]> {
  return unscoped.statement<DueDomain>`
    update connection_domains d set checked_at = ${checkedAt}
    where ctid = any (array(
      select ctid from connection_domains where proved_at is not null and checked_at < ${checkedBefore}
      order by checked_at limit ${limit} for update skip locked
    ))
    returning d.project_id as "projectId", d.connection_id as "connectionId", d.domain, d.proved_at as "provedAt",
      d.missing_since as "missingSince",
      (select team_id from team_connections where id = d.connection_id and project_id = d.project_id) as "teamId"`.map(
    allRows,
  )
}

/**
 * Records a check that leaves a domain its proof.
 *
 * @param checkedAt a moment before the check makes the domain due earlier than usual
 */
export function noteCheck(
  { connectionId, domain, missingSince, projectId }: Omit<DueDomain, 'provedAt' | 'teamId'>,
  checkedAt: Date,
): Statement<void> {
  return statement`
    update connection_domains set checked_at = ${checkedAt}, missing_since = ${missingSince}
    where project_id = ${projectId} and connection_id = ${connectionId} and domain = ${domain}
      and proved_at is not null`.map(noResult)
}

export type SealedConnection = RowOf<typeof sealedColumns> & { readonly projectId: string }

const sealedColumns = connectionColumns.only('id', 'secretSealed')

export function listSealedConnections(
  after: Pick<SealedConnection, 'projectId' | 'id'>,
  limit: number,
): Statement<SealedConnection[]> {
  return unscoped.statement<SealedConnection>`
    select project_id as "projectId", ${sealedColumns} from team_connections
    where (id, project_id) > (${after.id}::uuid, ${after.projectId})
    order by id, project_id limit ${limit}`.map(allRows)
}

/** @returns false if the connection is gone or its secret has changed */
export function replaceConnectionSecret(
  { id, projectId, secretSealed }: SealedConnection,
  next: string,
): Statement<boolean> {
  return statement`
    update team_connections set secret_sealed = ${next}
    where project_id = ${projectId} and id = ${id} and secret_sealed = ${secretSealed}`.map(isAnyTouched)
}
