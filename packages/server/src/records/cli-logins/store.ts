import { sweepOf } from '../../platform/db/sweep.ts'
import { json, firstRow, isAnyTouched, noResult, statement, type Statement } from '../../kernel/statement.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'

/** The terminal that requested a login. Fields are null where they are unknown. */
export interface Requester {
  readonly ip: string | null
  readonly userAgent: string | null
}

export interface NewCliLogin {
  readonly pollingHash: Uint8Array
  readonly loginHash: Uint8Array
  readonly requester: Requester
  readonly createdAt: Date
  readonly expiresAt: Date
}

export function insertCliLogin(projectId: string, login: NewCliLogin): Statement<void> {
  return statement`
    insert into cli_logins (project_id, polling_hash, login_hash, requester, created_at, expires_at)
    values (${projectId}, ${login.pollingHash}, ${login.loginHash}, ${json(login.requester)}::jsonb,
            ${login.createdAt}, ${login.expiresAt})`.map(noResult)
}

export const loginColumns = columns({
  requester: column<Requester>('requester'),
  createdAt: column<Date>('created_at'),
  expiresAt: column<Date>('expires_at'),
  answeredAt: column<Date | null>('answered_at'),
  usedAt: column<Date | null>('used_at'),
})

const openLoginColumns = loginColumns.without('usedAt')

/** A login for the page that confirms it. */
export type OpenLogin = RowOf<typeof openLoginColumns>

export function findByLoginCode(projectId: string, loginHash: Uint8Array): Statement<OpenLogin | null> {
  return statement<OpenLogin>`
    select ${openLoginColumns} from cli_logins
    where project_id = ${projectId} and login_hash = ${loginHash}`.map(firstRow)
}

/**
 * Refuses an open login. Of several answers the first one counts.
 *
 * @returns whether the login was open
 */
export function refuseOpenLogin(projectId: string, loginHash: Uint8Array, now: Date): Statement<boolean> {
  return statement`
    update cli_logins set answered_at = ${now}
    where project_id = ${projectId} and login_hash = ${loginHash} and answered_at is null and expires_at > ${now}`.map(
    isAnyTouched,
  )
}

/** Keeps expired logins for a day, so that a terminal still gets the reason for its failure. */
export const sweepExpiredCliLogins = sweepOf('cli_logins', '1 day')
