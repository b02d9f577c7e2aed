import type { ProjectCall } from '../../api/rules/route.ts'
import { asUser, emit } from '../../kernel/emit.ts'
import { KnownError } from '../../kernel/errors.ts'
import { nothing } from '../../kernel/statement.ts'
import { queueMail } from '../../mails/queue-mail.ts'
import { forgetKnownDevice } from '../../records/known-devices/store.ts'
import { findHandlerPage } from '../../records/projects/trusted-origins.ts'
import { findUserBySignInEmail } from '../../records/queries/users/sign-in-address.ts'
import type { DisownTarget } from '../../records/sessions/disown-target.ts'
import { endSession } from '../../records/sessions/store.ts'
import { getSuspension } from '../../records/users/user.ts'
import { lockUser } from '../../records/users/store.ts'
import { consumeCode, openCode, type CodeChecking } from '../../records/verification-codes/verification-codes.ts'

/**
 * Ends the session that a mail about a new device names, and lets the device count as new. Mails a code for a new
 * password to the mail's address if the project allows one. If the session has already ended, does the rest.
 *
 * @returns whether a code for a new password is mailed
 * @throws the errors of `openCode`
 */
export async function disownSession(dependencies: CodeChecking, call: ProjectCall, code: string): Promise<boolean> {
  const { db, now, project, projectId } = call
  const open = await openCode<DisownTarget>(dependencies, call, 'session_disown', code)
  const { userId } = open
  const { address, device, sessionId } = open.target
  if (userId === null) throw new Error('A code that ends the session of a new device has no user.')
  const resetPage = project.config.credentialEnabled ? findHandlerPage(project, 'password-reset') : null
  const byUser = asUser(call, userId)
  return db.transaction(async (tx) => {
    const user = await tx.run(lockUser(projectId, userId))
    if (!user) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
    // A suspension ends sessions and codes. This code comes from a mail that was sent afterwards.
    // guard: a suspended user disowns no session [notices]
    if (getSuspension(user, now())) throw new KnownError('VERIFICATION_CODE_EXPIRED')
    const { isEnded, owner } = await tx.batch({
      // guard: the code that ends the session of a new device works once [notices]
      code: consumeCode(projectId, open, now()),
      isEnded: endSession(projectId, sessionId, userId),
      // guard: a disowned device is a new one again [notices]
      device: forgetKnownDevice(projectId, userId, device),
      owner: findUserBySignInEmail(projectId, address, now()),
    })
    // No other address gets the code: a person in the account may have added it.
    // guard: a disowned session mails no code for a new password to an address that the account does not have
    //   (keep `resetPage`) [notices]
    const callbackUrl = owner?.user.id === userId && !owner.isForeign && !owner.isHeld ? resetPage : null
    const reset = { template: 'password_reset', recipient: address } as const
    await tx.batch({
      disowned: emit(byUser, 'session.disowned', { userId }),
      ended: isEnded ? emit(byUser, 'session.ended', { sessionId, reason: 'DISOWNED' }) : nothing,
      mail: callbackUrl === null ? nothing : queueMail(byUser, { ...reset, payload: { callbackUrl } }, userId),
    })
    return callbackUrl !== null
  })
}
