import { firstRow, isAnyTouched, statement, type Statement } from '../../../kernel/statement.ts'
import type { RowOf } from '../../../kernel/columns.ts'
import type { FactorProof } from '../../sessions/factor-state.ts'
import { isActive, type SessionWindow } from '../../sessions/session-window.ts'
import { loginColumns } from '../../cli-logins/store.ts'

/**
 * Confirms an open login with an active session. Of several answers the first one counts.
 *
 * @returns whether the login was open and the session active
 */
export function confirmOpenLogin(
  projectId: string,
  loginHash: Uint8Array,
  sessionId: string,
  active: SessionWindow,
): Statement<boolean> {
  // guard: a CLI login is confirmed once (drop `answered_at is null`) [cli-login/cli-login]
  return statement`
    update cli_logins set answered_at = ${active.now}, session_id = ${sessionId}
    where project_id = ${projectId} and login_hash = ${loginHash} and answered_at is null and expires_at > ${active.now}
      and (select true from sessions
           where project_id = ${projectId} and id = ${sessionId} and ${isActive('sessions', active)})`.map(isAnyTouched)
}

const polledColumns = loginColumns.only('expiresAt', 'answeredAt', 'usedAt')

/** A login for the terminal that polls it. */
export interface PolledLogin extends RowOf<typeof polledColumns> {
  /** The user who confirmed the login; null once the session that confirmed it has ended. */
  readonly userId: string | null
  /** When the user last proved their identity in that session. */
  readonly authenticatedAt: Date | null
  /** Why that session needs no further proof of a second factor; null without a proof. */
  readonly factorProof: FactorProof | null
  /** The beginning and the end of that session, which bound the session of the terminal. */
  readonly createdAt: Date | null
  readonly sessionExpiresAt: Date | null
}

export function findByPollingCode(
  projectId: string,
  pollingHash: Uint8Array,
  active: SessionWindow,
): Statement<PolledLogin | null> {
  return statement<PolledLogin>`
    select ${polledColumns.of('l')}, s.user_id as "userId", s.authenticated_at as "authenticatedAt",
      s.factor_proof as "factorProof", s.created_at as "createdAt", s.expires_at as "sessionExpiresAt"
    from cli_logins l left join lateral (
      -- A lateral query, not a join (platform/db/README.md, "Plans" 1).
      select user_id, authenticated_at, factor_proof, created_at, expires_at from sessions
      where project_id = ${projectId} and id = l.session_id and ${isActive('sessions', active)} offset 0
    ) s on true
    where l.project_id = ${projectId} and l.polling_hash = ${pollingHash}`.map(firstRow)
}

/**
 * Uses up a confirmed login if the session that confirmed it is still active. Of several polls exactly one gets true.
 */
export function useLogin(projectId: string, pollingHash: Uint8Array, active: SessionWindow): Statement<boolean> {
  // guard: a CLI login returns its session once (drop `used_at is null`) [cli-login/cli-login]
  // guard: a CLI login requires that the confirming session is active (drop `(select true from sessions`)
  //   [proof-race.postgres]
  return statement`
    update cli_logins l set used_at = ${active.now}
    where project_id = ${projectId} and polling_hash = ${pollingHash} and used_at is null and expires_at > ${active.now}
      and (select true from sessions
           where project_id = ${projectId} and id = l.session_id and ${isActive('sessions', active)})`.map(isAnyTouched)
}
