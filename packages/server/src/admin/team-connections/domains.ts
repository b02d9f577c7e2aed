import { canonicalEmail, CONNECTION_DOMAINS_MAX, type domainProblems } from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { emit } from '../../kernel/emit.ts'
import { PlainError } from '../../kernel/errors.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import { readProof } from '../../records/team-connections/proof.ts'
import type { ConnectionDomain } from '../../records/team-connections/connection.ts'
import * as store from '../../records/team-connections/store.ts'
import { unusableIssuer } from '../projects/issuer-update.ts'
import { tellOtherOwners } from '../projects/takeover-settings.ts'
import {
  CONNECTIONS_FIELD,
  connectionNotFound,
  type ConnectionCall,
  type ConnectionDependencies,
} from './connections.ts'

/** @throws SCHEMA_ERROR, PlainError 400 and 404 */
export async function claimDomain(call: Call, connectionId: string, offered: string): Promise<ConnectionDomain> {
  const { projectId } = call
  const domain = canonicalDomain(offered)
  if (domain === null) throw unusableIssuer('body.domain must be a domain, such as example.com')
  return call.db.transaction(async (tx) => {
    const { connection, isClaimed } = await tx.batch({
      connection: store.lockConnection(projectId, connectionId),
      isClaimed: store.claimDomain(projectId, connectionId, domain, call.now()),
    })
    if (!connection) throw connectionNotFound()
    if (!isClaimed) {
      throw new PlainError(400, `A connection can claim ${CONNECTION_DOMAINS_MAX} domains. Release one first.`)
    }
    const claimed = await tx.run(store.findDomain(projectId, connectionId, domain))
    if (!claimed) throw new Error('A domain that was just claimed is missing.')
    return claimed
  })
}

/** What was found for a claimed domain. */
export interface DomainProof {
  readonly domain: ConnectionDomain
  readonly problem: (typeof domainProblems)[number] | null
  readonly found: readonly string[]
}

/**
 * Looks for the record of a claimed domain, and proves the domain with it. Another connection that has proved the
 * domain before loses its proof if its record is gone.
 *
 * @throws PlainError 404
 */
export async function proveDomain(
  dependencies: ConnectionDependencies,
  call: ConnectionCall,
  connectionId: string,
  offered: string,
): Promise<DomainProof> {
  const { db, projectId } = call
  const domain = canonicalDomain(offered) ?? ''
  const { claimed, connection, previous } = await db.batch({
    connection: store.findConnection(projectId, connectionId),
    claimed: store.findDomain(projectId, connectionId, domain),
    // Read before DNS is asked: the answer must not end a newer proof.
    previous: store.findProvedDomain(projectId, domain),
  })
  if (!connection) throw connectionNotFound()
  if (!claimed) throw domainNotClaimed()
  const found = await readProof(dependencies.settings.dnsServer, claimed)
  if (found === null) return { domain: claimed, problem: 'no_answer', found: [] }
  const data = { connectionId, teamId: connection.teamId, reason: domain }
  // One negative answer ends no proof: the worker decides after a day.
  if (!found.isProved) return { domain: claimed, problem: 'no_record', found: found.records }
  try {
    const provedAt = call.now()
    const isNew = await dependencies.db.transaction(async (whole) => {
      const tx = scopeToProject(whole, projectId)
      // The domain has another owner now. The weekly check would notice it only later.
      if (previous && !found.isProvedFor(previous.connectionId)) await loseDomain(tx, call, previous)
      if (!(await tx.run(store.proveDomain(projectId, connectionId, domain, provedAt)))) return false
      await tx.run(emit(call, 'connection_domain.proved', data))
      await tellOtherOwners(whole, call, call.project, [CONNECTIONS_FIELD])
      return true
    })
    return { domain: isNew ? { ...claimed, provedAt } : claimed, problem: null, found: found.records }
  } catch (error) {
    if (!(error instanceof store.DomainProvedElsewhere)) throw error
    return { domain: claimed, problem: 'proved_elsewhere', found: found.records }
  }
}

async function loseDomain(tx: ProjectTransaction, call: Call, proved: store.ProvedDomain): Promise<void> {
  const { connectionId, domain, teamId } = proved
  if (!(await tx.run(store.loseDomain(tx.projectId, proved)))) return
  await tx.run(emit(call, 'connection_domain.lost', { connectionId, teamId, reason: domain }))
}

/** @throws PlainError 404 */
export async function releaseDomain(call: Call, connectionId: string, offered: string): Promise<void> {
  const { projectId } = call
  const domain = canonicalDomain(offered) ?? ''
  await call.db.transaction(async (tx) => {
    const { connection, isReleased } = await tx.batch({
      connection: store.lockConnection(projectId, connectionId),
      isReleased: store.releaseDomain(projectId, connectionId, domain),
    })
    if (!connection) throw connectionNotFound()
    if (!isReleased) throw domainNotClaimed()
    const data = { connectionId, teamId: connection.teamId, reason: domain }
    await tx.run(emit(call, 'connection_domain.released', data))
  })
}

/** Converts a domain to the form in which the domains of addresses are stored; null if no address can have it. */
function canonicalDomain(text: string): string | null {
  const domain = canonicalEmail(`a@${text.trim().replace(/\.$/, '')}`)?.slice(2) ?? null
  return domain?.includes('.') ? domain : null
}

function domainNotClaimed(): PlainError {
  return new PlainError(404, 'The connection does not claim this domain.')
}
