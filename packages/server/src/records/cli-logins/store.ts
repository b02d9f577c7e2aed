import { sweepOf } from '../../platform/db/sweep.ts'
import { json, firstRow, isAnyTouched, noResult, statement, type Statement } from '../../kernel/statement.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'

/** Who asked for a login, as far as it is known. */
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

const askedColumns = loginColumns.without('usedAt')

/** A login as the page that confirms it finds it. */
export type AskedLogin = RowOf<typeof askedColumns>

export function findByLoginCode(projectId: string, loginHash: Uint8Array): Statement<AskedLogin | null> {
  return statement<AskedLogin>`
    select ${askedColumns} from cli_logins
    where project_id = ${projectId} and login_hash = ${loginHash}`.map(firstRow)
}

/** Refuses an open login; returns whether it was open. Of several answers the first one counts. */
export function refuseOpenLogin(projectId: string, loginHash: Uint8Array, now: Date): Statement<boolean> {
  return statement`
    update cli_logins set answered_at = ${now}
    where project_id = ${projectId} and login_hash = ${loginHash} and answered_at is null and expires_at > ${now}`.map(
    isAnyTouched,
  )
}

/** Until then a terminal is told why its login fails. */
export const sweepExpiredCliLogins = sweepOf('cli_logins', '1 day')
