import { z } from 'zod'

import { UnknownRecipient } from '../platform/mailer/mail-failure.ts'
import { findUserBySignInEmail } from '../records/queries/users/sign-in-address.ts'
import { canSignUpWith } from '../records/queries/users/sign-up-right.ts'
import { chosenName } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink, requireStillTrusted } from './mailed-link.ts'

const payload = z.object({ callbackUrl: z.string() })

/**
 * Looks up the user at delivery, because a lookup in the call would reveal by its response time whether there is one.
 */
export const passwordReset = mailKind(payload, async (mailing, { callbackUrl }) => {
  const { dependencies, db, project, recipient } = mailing
  const trustedUrl = requireStillTrusted(project, callbackUrl)
  const now = dependencies.clock.now()
  const { found, canSignUp } = await db.batch({
    found: findUserBySignInEmail(project.id, recipient, now),
    canSignUp: canSignUpWith(project, recipient, now),
  })
  // guard: a reset does not open the account of an operator who typed the address (drop `found.isHeld`) [first-admin]
  if (!found || found.isHeld || (found.isForeign && !canSignUp)) throw new UnknownRecipient()
  // An account that belongs to the owner of another mailbox must not be opened by this one, nor end its code.
  const own = found.isForeign ? null : found.user
  // The address is in every code, so that a sign-in by a code to the same mailbox ends it.
  const target = { email: recipient }
  const purpose = { kind: 'password_reset', userId: own?.id ?? null, address: recipient, target } as const
  const { link, linkLifetime } = await createMailedLink(mailing, trustedUrl, purpose)
  return {
    mail: 'passwordReset',
    data: { linkLifetime },
    link,
    locale: own?.locale ?? null,
    further: { userDisplayName: chosenName(own?.displayName ?? null) },
  }
})
