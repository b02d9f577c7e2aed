import { sweepOf } from '../../platform/db/sweep.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { firstRow, noResult, statement, type Statement, unscoped } from '../../kernel/statement.ts'

const transactionColumns = columns({
  projectId: column<string>('project_id'),
  stateHash: column<Uint8Array>('state_hash'),
  providerId: column<string>('provider_id'),
  needsCookie: column<boolean>('needs_cookie'),
  sealed: column<string>('sealed'),
  createdAt: column<Date>('created_at'),
  expiresAt: column<Date>('expires_at'),
})

/** A sign-in in progress at a provider. */
export type NewTransaction = Omit<RowOf<typeof transactionColumns>, 'projectId'>

export function insertTransaction(projectId: string, transaction: NewTransaction): Statement<void> {
  return statement`
    insert into oauth_transactions
      (project_id, state_hash, provider_id, needs_cookie, sealed, created_at, expires_at)
    values (${projectId}, ${transaction.stateHash}, ${transaction.providerId}, ${transaction.needsCookie},
            ${transaction.sealed}, ${transaction.createdAt}, ${transaction.expiresAt})`.map(noResult)
}

const usedColumns = transactionColumns.only('projectId', 'sealed', 'expiresAt')

export type UsedTransaction = RowOf<typeof usedColumns>

/**
 * Uses up a transaction; a second callback with the same state finds nothing. The state alone identifies the project,
 * so only the statements that find a transaction by its state have no project id.
 *
 * The callback URL of an issuer names the transaction's project. That of any other provider names none
 * (`callbackNameOf`).
 */
export function consumeTransaction(
  stateHash: Uint8Array,
  {
    providerId,
    projectId,
    hasCookie,
    now,
  }: {
    readonly providerId: string
    readonly projectId: string | null
    readonly hasCookie: boolean
    readonly now: Date
  },
): Statement<UsedTransaction | null> {
  // guard: an authorization response requires the state cookie (replace `not needs_cookie` with `true`) [oauth/sign-in]
  // guard: a state works once (drop `used_at is null`) [oauth/sign-in]
  // guard: an authorization response belongs to the provider of the request (drop `provider_id = ${providerId}`)
  //   [oauth/sign-in]
  return unscoped.statement<UsedTransaction>`
    update oauth_transactions set used_at = ${now}
    where state_hash = ${stateHash} and provider_id = ${providerId} and used_at is null
      and case when provider_id like 'custom:%' then project_id = ${projectId} else ${projectId}::text is null end
      and (${hasCookie} or not needs_cookie)
    returning ${usedColumns}`.map(firstRow)
}

const knownColumns = transactionColumns.only('projectId', 'sealed')

/** A transaction of a refused callback, whether or not it was used. */
export interface KnownTransaction extends RowOf<typeof knownColumns> {
  readonly isUsed: boolean
}

export function findTransaction(stateHash: Uint8Array): Statement<KnownTransaction | null> {
  return unscoped.statement<KnownTransaction>`
    select ${knownColumns}, used_at is not null as "isUsed" from oauth_transactions where state_hash = ${stateHash}`.map(
    firstRow,
  )
}

export const sweepExpiredOAuthTransactions = sweepOf('oauth_transactions', '1 day')
