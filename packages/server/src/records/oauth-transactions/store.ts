import { sweepOf } from '../../platform/db/sweep.ts'
import { firstRow, noResult, statement, type Statement } from '../../kernel/statement.ts'

/** A sign-in in progress at a provider. */
export interface NewTransaction {
  readonly stateHash: Uint8Array
  readonly providerId: string
  readonly needsCookie: boolean
  readonly sealed: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export function insertTransaction(projectId: string, transaction: NewTransaction): Statement<void> {
  return statement`
    insert into oauth_transactions
      (project_id, state_hash, provider_id, needs_cookie, sealed, created_at, expires_at)
    values (${projectId}, ${transaction.stateHash}, ${transaction.providerId}, ${transaction.needsCookie},
            ${transaction.sealed}, ${transaction.createdAt}, ${transaction.expiresAt})`.map(noResult)
}

export interface UsedTransaction {
  readonly projectId: string
  readonly sealed: string
  readonly expiresAt: Date
}

/**
 * Uses up a transaction; a second callback with the same state finds nothing. The state alone identifies the project,
 * so this statement is the only one without a project id.
 */
export function consumeTransaction(
  stateHash: Uint8Array,
  { providerId, hasCookie, now }: { providerId: string; hasCookie: boolean; now: Date },
): Statement<UsedTransaction | null> {
  return statement<UsedTransaction>`
    update oauth_transactions set used_at = ${now}
    where state_hash = ${stateHash} and provider_id = ${providerId} and used_at is null
      and (${hasCookie} or not needs_cookie)
    returning project_id as "projectId", sealed, expires_at as "expiresAt"`.map(firstRow)
}

export const sweepExpiredOAuthTransactions = sweepOf('oauth_transactions', '1 day')
