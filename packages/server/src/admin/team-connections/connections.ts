import { TEAM_CONNECTIONS_MAX, type OidcDiscoveryRead, type TeamConnectionUpdate } from '@portico/contract'
import type { CamelCased } from '@portico/contract/letter-case'

import type { Call } from '../../kernel/call.ts'
import type { Database } from '../../kernel/database.ts'
import { emit, writtenFields } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import type { OidcProviderConfig, Project } from '../../records/projects/project.ts'
import {
  connectionSecretIdentity,
  type ConnectionDomain,
  type TeamConnection,
} from '../../records/team-connections/connection.ts'
import * as store from '../../records/team-connections/store.ts'
import { findTeam, lockTeam } from '../../records/teams/store.ts'
import {
  canKeepIssuerSecret,
  findDocumentProblem,
  findSettingProblem,
  sealAuthentication,
  unusableIssuer,
  type IssuerUpdate,
} from '../projects/issuer-update.ts'
import { tellOtherOwners, type SettingsCall } from '../projects/takeover-settings.ts'

export interface ConnectionDependencies {
  readonly db: Database
  /** `ProviderDirectory` implements it. */
  readonly providers: { discoverIssuer(issuerUrl: string): Promise<OidcDiscoveryRead> }
  readonly secret: MasterSecret
  readonly settings: {
    readonly mode: Mode
    /** Null: the resolvers of the system. */
    readonly dnsServer: string | null
  }
}

/** A call by an owner, or by a backend with a key of the project. */
export interface ConnectionCall extends Call {
  readonly project: Project
  readonly caller: SettingsCall['caller']
}

/** How mails to owners name the connections among the settings. */
export const CONNECTIONS_FIELD = 'team_connections'

type NewConnection = Omit<IssuerUpdate, 'id' | 'enabled'> & { readonly teamId: string }

/** @throws TEAM_NOT_FOUND, SCHEMA_ERROR, PlainError 400 */
export async function createConnection(
  { db, providers, secret, settings }: ConnectionDependencies,
  call: ConnectionCall,
  { teamId, ...wanted }: NewConnection,
): Promise<TeamConnection> {
  const { projectId } = call
  const problem = findSettingProblem(settings.mode, wanted)
  if (problem !== null) throw unusableIssuer(`body.${problem}`)
  // Check this before the document is read, which takes longer.
  if (!(await call.db.run(findTeam(projectId, teamId)))) throw teamNotFound(teamId)
  const unread = findDocumentProblem(await providers.discoverIssuer(wanted.issuerUrl), wanted.authentication.method)
  if (unread !== null) throw unusableIssuer(`body.${unread}`)
  const id = newUuid()
  const identity = connectionSecretIdentity(projectId, id)
  const sealed = sealAuthentication(secret, identity, undefined, wanted.authentication)
  const connection: TeamConnection = {
    id,
    teamId,
    displayName: wanted.displayName,
    iconUrl: wanted.iconUrl ?? null,
    issuerUrl: wanted.issuerUrl,
    clientId: wanted.clientId,
    scopes: withoutOpenId(wanted.scopes ?? ['profile', 'email']),
    ...columnsOf(sealed),
    createdAt: call.now(),
  }
  await db.transaction(async (whole) => {
    const tx = scopeToProject(whole, projectId)
    if (!(await tx.run(lockTeam(projectId, teamId)))) throw teamNotFound(teamId)
    if (!(await tx.run(store.insertConnection(projectId, connection)))) {
      throw new PlainError(400, `A team can have ${TEAM_CONNECTIONS_MAX} connections. Delete one first.`)
    }
    await tx.run(emit(call, 'team_connection.created', { connectionId: id, teamId }))
    await tellOtherOwners(whole, call, call.project, [CONNECTIONS_FIELD])
  })
  return connection
}

/**
 * Lists the connections of a team, and the domains that they claim.
 *
 * @throws TEAM_NOT_FOUND
 */
export async function listConnections(
  { db, projectId }: Call,
  teamId: string,
): Promise<{ readonly connections: TeamConnection[]; readonly domains: ConnectionDomain[] }> {
  if (!(await db.run(findTeam(projectId, teamId)))) throw teamNotFound(teamId)
  return db.batch({
    connections: store.listConnections(projectId, teamId),
    domains: store.listDomains(projectId, teamId),
  })
}

type ConnectionUpdate = CamelCased<TeamConnectionUpdate>

/**
 * Changes a connection. Its issuer stays, because the accounts are identified by issuer and subject.
 *
 * @throws SCHEMA_ERROR, PlainError 400 and 404
 */
export async function updateConnection(
  { db, providers, secret, settings }: ConnectionDependencies,
  call: ConnectionCall,
  id: string,
  update: ConnectionUpdate,
): Promise<{ readonly connection: TeamConnection; readonly domains: ConnectionDomain[] }> {
  const { projectId } = call
  const { authentication } = update
  const present = await call.db.run(store.findConnection(projectId, id))
  if (!present) throw connectionNotFound()
  if (authentication !== undefined) {
    const { issuerUrl } = present
    const problem =
      findSettingProblem(settings.mode, { authentication, issuerUrl }) ??
      (authentication.method === present.method
        ? null
        : findDocumentProblem(await providers.discoverIssuer(issuerUrl), authentication.method))
    if (problem !== null) throw unusableIssuer(`body.${problem}`)
  }
  return db.transaction(async (whole) => {
    const tx = scopeToProject(whole, projectId)
    const stored = await tx.run(store.lockConnection(projectId, id))
    if (!stored) throw connectionNotFound()
    if (writtenFields(update).length === 0) {
      return { connection: stored, domains: await tx.run(store.listDomains(projectId, stored.teamId)) }
    }
    const connection = changeConnection(secret, projectId, stored, update)
    const data = { connectionId: id, teamId: stored.teamId, changedFields: writtenFields(update) }
    const { domains } = await tx.batch({
      updated: store.updateConnection(projectId, connection),
      changed: emit(call, 'team_connection.updated', data),
      domains: store.listDomains(projectId, stored.teamId),
    })
    await tellOtherOwners(whole, call, call.project, [CONNECTIONS_FIELD])
    return { connection, domains }
  })
}

/** @throws SCHEMA_ERROR, PlainError 400 */
function changeConnection(
  secret: MasterSecret,
  projectId: string,
  stored: TeamConnection,
  { authentication, clientId = stored.clientId, displayName, iconUrl, scopes }: ConnectionUpdate,
): TeamConnection {
  if (clientId !== stored.clientId && authentication === undefined) {
    throw unusableIssuer('body.authentication is required with another client_id')
  }
  const identity = connectionSecretIdentity(projectId, stored.id)
  const known = { issuerUrl: stored.issuerUrl, clientId: stored.clientId, authentication: authenticationOf(stored) }
  const sealed =
    authentication === undefined
      ? known.authentication
      : sealAuthentication(
          secret,
          identity,
          canKeepIssuerSecret(known, { issuerUrl: stored.issuerUrl, clientId, authentication })
            ? known.authentication
            : undefined,
          authentication,
        )
  return {
    ...stored,
    clientId,
    displayName: displayName ?? stored.displayName,
    iconUrl: iconUrl === undefined ? stored.iconUrl : iconUrl,
    scopes: scopes === undefined ? stored.scopes : withoutOpenId(scopes),
    ...columnsOf(sealed),
  }
}

/** @throws PlainError 404 */
export async function deleteConnection(call: Call, id: string): Promise<void> {
  const { projectId } = call
  await call.db.transaction(async (tx) => {
    const connection = await tx.run(store.lockConnection(projectId, id))
    if (!connection) throw connectionNotFound()
    await tx.batch([
      store.deleteConnection(projectId, id),
      emit(call, 'team_connection.deleted', { connectionId: id, teamId: connection.teamId }),
    ])
  })
}

function withoutOpenId(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => scope !== 'openid')
}

type Authentication = OidcProviderConfig['authentication']

function columnsOf({
  audience,
  method,
  publicJwk,
  secretSealed,
}: Authentication): Pick<TeamConnection, 'audience' | 'method' | 'publicJwk' | 'secretSealed'> {
  return { method, secretSealed, audience: audience ?? null, publicJwk: publicJwk ?? null }
}

function authenticationOf({ audience, method, publicJwk, secretSealed }: TeamConnection): Authentication {
  return { method, secretSealed, ...(audience && { audience }), ...(publicJwk && { publicJwk }) }
}

export function connectionNotFound(): PlainError {
  return new PlainError(404, 'The connection does not exist.')
}

function teamNotFound(teamId: string): KnownError {
  return new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
}
