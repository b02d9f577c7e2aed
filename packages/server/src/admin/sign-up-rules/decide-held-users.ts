import { deleteLockedUsers } from '../../accounts/delete-user.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { emit, type EventCall } from '../../kernel/emit.ts'
import { nothing, type Statement } from '../../kernel/statement.ts'
import { queueMail } from '../../mails/queue-mail.ts'
import { endHold, findHeldUsers, findUser, lockUsers } from '../../records/users/store.ts'
import type { User } from '../../records/users/user.ts'

interface DecidedUsers {
  readonly decided: number
  /** The ids of the others: they are not on the waiting list, or do not exist. */
  readonly notWaiting: readonly string[]
}

/**
 * Approves users on the waiting list, whose sessions are then unrestricted, or refuses and deletes them, and mails
 * each. Skips all other users, so the first of two decisions about a user counts.
 */
export async function decideHeldUsers(
  { db, ...call }: ProjectCall,
  userIds: readonly string[],
  decision: 'approve' | 'refuse',
): Promise<DecidedUsers> {
  const wanted = [...new Set(userIds)].toSorted()
  return db.transaction(async (tx) => {
    const { projectId } = tx
    const { held } = await tx.batch({
      lock: lockUsers(projectId, wanted),
      // Reads after the lock, so it sees an earlier decision.
      held: findHeldUsers(projectId, wanted),
    })
    if (held.length > 0) await decide(tx, { ...call, projectId }, held, decision)
    const isHeld = new Set(held)
    return { decided: held.length, notWaiting: wanted.filter((id) => !isHeld.has(id)) }
  })
}

async function decide(
  tx: ProjectTransaction,
  call: EventCall,
  held: readonly string[],
  decision: 'approve' | 'refuse',
): Promise<void> {
  const { projectId } = tx
  const found = await tx.batch(held.map((id) => findUser(projectId, id)))
  const users = found.filter((user) => user !== null)
  if (decision === 'approve') {
    await tx.batch([
      endHold(projectId, held),
      ...users.flatMap((user) => [
        emit(call, 'user.approved', { userId: user.id }),
        mailTo(call, user, 'sign_up_approved'),
      ]),
    ])
    return
  }
  await tx.batch(held.map((userId) => emit(call, 'user.refused', { userId })))
  await deleteLockedUsers(tx, call, held)
  // After the deletion, which deletes the mails to the addresses of the users.
  await tx.batch(users.map((user) => mailTo(call, user, 'sign_up_refused')))
}

/**
 * Mails the decision to the address that the person entered, verified or not, in the person's language and not in the
 * caller's.
 */
function mailTo(
  { origin, ...call }: EventCall,
  { id, locale, primaryEmail: recipient }: User,
  template: 'sign_up_approved' | 'sign_up_refused',
): Statement<void> {
  if (recipient === null) return nothing
  const inNoLanguage = { ...call, origin: { ...origin, acceptLanguage: null } }
  return template === 'sign_up_approved'
    ? queueMail(inNoLanguage, { template, recipient, payload: { userId: id } }, id)
    : queueMail(inNoLanguage, { template, recipient, payload: { locale } }, null)
}
