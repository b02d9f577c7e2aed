import { z } from 'zod'

import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { findUserBySignInEmail } from '../records/queries/users/sign-in-address.ts'
import { canSignUpWith } from '../records/queries/users/sign-up-right.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink, requireStillTrusted } from './mailed-link.ts'

// The caller gets the nonce, which is half of the code, before the code is created at delivery.
const payload = z.object({ callbackUrl: z.string(), sealedNonce: z.string() })

/**
 * Looks up the user at delivery, because a lookup in the call would reveal by its response time whether there is one.
 */
export const signInCode = mailKind(payload, async (mailing, { callbackUrl, sealedNonce }) => {
  const { dependencies, db, project, recipient } = mailing
  const trustedUrl = requireStillTrusted(project, callbackUrl)
  if (!project.config.magicLinkEnabled) throw new Undeliverable('REJECTED', 'Sign-in by mail is disabled.')
  const now = dependencies.clock.now()
  const { found, canSignUp } = await db.batch({
    found: findUserBySignInEmail(project.id, recipient, now),
    canSignUp: canSignUpWith(project, recipient, now),
  })
  // Use the user's language only in mails to that user. The account can belong to the owner of another mailbox.
  const locale = found && !found.isForeign ? found.user.locale : null
  if (found?.isHeld) return { mail: 'addressNotVerified', data: {}, locale }
  // guard: the mail to a user whose mailed codes a server turned off contains no code [otp]
  if (found && !found.isForeign && found.user.otpOffByServer) return { mail: 'signInByEmailOff', data: {}, locale }
  // The call answers the same for every address. Only the mail tells the owner of the mailbox why they cannot sign in.
  if ((!found || found.isForeign) && !canSignUp) return { mail: 'noAccount', data: {} }
  const nonce = dependencies.secret.open(sealedNonce, nonceIdentity(project.id, recipient))
  // The code belongs to the address, not to its user: an attacker who signed up with the address must not be able to
  // end the code by changing the password.
  const purpose = { kind: 'sign_in', address: recipient, target: { email: recipient } } as const
  const { link, linkLifetime, typedCode } = await createMailedLink(mailing, trustedUrl, purpose, nonce)
  return { mail: 'signInCode', data: { linkLifetime }, link, code: typedCode, locale }
})

export function sealSignInNonce(secret: MasterSecret, projectId: string, recipient: string, nonce: string): string {
  return secret.seal(nonce, nonceIdentity(projectId, recipient))
}

function nonceIdentity(projectId: string, recipient: string): string {
  return `emails/${projectId}/${recipient}/nonce`
}
