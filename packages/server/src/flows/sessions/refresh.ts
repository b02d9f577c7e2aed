import { REFRESH_ROTATION_GRACE_MILLIS } from '@portico/contract'

import type { AuditOrigin } from '../../records/audit/audit.ts'
import { forProject, type ProjectSql } from '../../platform/db/sql.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { RequestFacts } from '../../api/route.ts'
import type { Ports } from '../../ports.ts'
import { hashesOf, successorsOf, type RefreshTokenHashes } from '../../records/sessions/refresh-token.ts'
import {
  endFamily,
  findSessionOfToken,
  useRefreshToken,
  type SessionOfToken,
} from '../../records/sessions/token-store.ts'

export type { SessionOfToken } from '../../records/sessions/token-store.ts'

export interface Refreshed {
  accessToken: string
  expiresInSeconds: number
  /** The token that replaces the offered one; absent for clients that keep a fixed token. */
  refreshToken?: string
}

/**
 * Exchanges a refresh token for a new access token (RFC 6749 section 6).
 *
 * A client that announces rotation gets a new refresh token each time; the one it replaces goes on answering with the
 * same successor for 30 seconds, so that two tabs cannot end each other's session. A token that was replaced longer ago
 * is a copy: the whole session ends (RFC 9700 section 4.14.2).
 *
 * @throws REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED
 */
export async function refresh(
  ports: Ports,
  projectId: string,
  offered: string,
  wantsRotation: boolean,
  request: RequestFacts,
): Promise<Refreshed> {
  await ports.limiter.count('refresh', { projectId, addressBlock: request.addressBlock })
  const hashes = hashesOf(offered)
  if (!hashes) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  const successors = wantsRotation
    ? successorsOf(ports.secret, offered).map((token) => ({ token, hash: hashesOf(token)?.token }))
    : null
  const now = ports.clock.now()
  const graceStart = new Date(now.getTime() - REFRESH_ROTATION_GRACE_MILLIS)
  const used = await useRefreshToken(forProject(ports.db, projectId), {
    familyHash: hashes.family,
    offeredHash: hashes.token,
    successorHash: successors?.[0]?.hash ?? null,
    now,
    graceStart,
    endUser: request.endUser,
  })
  // Only a token that is really the current one may be handed out; another node may have rotated with another secret.
  const successor = successors?.find(({ hash }) => used && hash?.equals(used.currentHash))?.token
  if (!used || (successors && successor === undefined)) {
    await endReusedFamily(ports, projectId, hashes, request, { now, graceStart })
    throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  }
  const { token, expiresInSeconds } = await ports.accessTokens.sign(projectId, used.user, used.session)
  return { accessToken: token, expiresInSeconds, ...(successor !== undefined && { refreshToken: successor }) }
}

/** The living session of a refresh token, for calls that only need to know who stands behind it; null for any other text. */
export async function findSessionOfRefreshToken(
  ports: Pick<Ports, 'clock'>,
  db: ProjectSql,
  offered: string,
): Promise<SessionOfToken | null> {
  const hashes = hashesOf(offered)
  if (!hashes) return null
  const now = ports.clock.now()
  const graceStart = new Date(now.getTime() - REFRESH_ROTATION_GRACE_MILLIS)
  return findSessionOfToken(db, { familyHash: hashes.family, offeredHash: hashes.token, now, graceStart })
}

/** Whoever knows the family but offers a token that was replaced, and longer ago than the grace, has a copy. */
async function endReusedFamily(
  ports: Ports,
  projectId: string,
  hashes: RefreshTokenHashes,
  request: RequestFacts,
  moments: { now: Date; graceStart: Date },
): Promise<void> {
  const origin: AuditOrigin = { projectId, requestId: request.id, clientAddress: request.clientAddress }
  await forProject(ports.db, projectId).transaction(async (tx) => {
    const ended = await endFamily(tx, { familyHash: hashes.family, offeredHash: hashes.token, ...moments })
    if (!ended) return
    await ports.audit.record(tx, origin, {
      action: 'session.reuse_detected',
      outcome: 'refused',
      actor: { type: 'client' },
      targetId: ended.userId,
    })
  })
}
