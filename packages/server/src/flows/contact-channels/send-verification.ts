import type { ProjectCall } from '../../api/rules/route.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { queueMail } from '../../mails/queue-mail.ts'
import type { ContactChannel } from '../../records/contact-channels/channel.ts'
import { findPrimaryEmail } from '../../records/contact-channels/store.ts'
import { requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import type { User } from '../../records/users/user.ts'

/**
 * Queues a mail with a link that verifies an address.
 *
 * @param channel null if the user has no such channel
 * @throws EMAIL_ALREADY_VERIFIED, REDIRECT_URL_NOT_WHITELISTED
 */
export async function sendVerification(
  call: ProjectCall,
  channel: ContactChannel | null,
  callbackUrl: string,
): Promise<void> {
  if (!channel) throw new PlainError(404, 'The contact channel was not found.')
  // An address that is only verified does not show who owns the account. Another proof can claim it.
  // guard: an address that is verified but not claimed can get another verification mail (drop `channel.isClaimed`)
  //   [verify]
  if (channel.isVerified && channel.isClaimed) throw new KnownError('EMAIL_ALREADY_VERIFIED')
  const trusted = requireTrustedUrl(call.project, callbackUrl)
  const payload = { userId: channel.userId, channelId: channel.id, callbackUrl: trusted }
  const mail = { template: 'email_verification', recipient: channel.value, payload } as const
  await call.db.run(queueMail(call, mail, channel.userId))
}

/**
 * Queues another verification mail for the primary address.
 *
 * @throws EMAIL_IS_NOT_PRIMARY_EMAIL, EMAIL_ALREADY_VERIFIED, REDIRECT_URL_NOT_WHITELISTED
 */
export async function sendPrimaryVerification(
  call: ProjectCall,
  user: User,
  email: string,
  callbackUrl: string,
): Promise<void> {
  const primary = await call.db.run(findPrimaryEmail(call.projectId, user.id))
  if (primary?.value !== email) {
    throw new KnownError('EMAIL_IS_NOT_PRIMARY_EMAIL', { email, primary_email: primary?.value ?? null })
  }
  await sendVerification(call, primary, callbackUrl)
}
