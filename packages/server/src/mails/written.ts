import { z } from 'zod'

import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { findWrittenMail } from '../records/mails/written-mails.ts'
import { findUser } from '../records/users/store.ts'
import { requireCurrentRecipient } from './current-recipient.ts'
import { mailKind } from './mail-kind.ts'
import { sendsOwnTemplates } from './sends-own-templates.ts'
import { writtenMail } from './written-mail.ts'

const payload = z.object({ userId: z.string(), writtenId: z.string() })

export const written = mailKind(payload, async (mailing, { userId, writtenId }) => {
  const { db, project } = mailing
  // guard: a project with the shared mail server sends no mail that its server has written
  //   (replace `!sendsOwnTemplates(project)` with `false`) [written-mails]
  if (!sendsOwnTemplates(project)) {
    throw new Undeliverable('REJECTED', 'The project sends through the shared server, which does not send this mail.')
  }
  const { isVerified } = await requireCurrentRecipient(mailing, userId)
  const { stored, user } = await db.batch({
    stored: findWrittenMail(project.id, writtenId),
    user: findUser(project.id, userId),
  })
  if (stored === null) throw new Undeliverable('REJECTED', 'The content of the mail was deleted.')
  // Until the mailbox is proved, it can belong to another person than the account.
  // guard: a written mail to a mailbox that is not proved has neither name nor language of the account
  //   (replace `null` with `user`) [written-mails]
  const known = isVerified ? user : null
  return {
    written: writtenMail.parse(stored),
    userDisplayName: known?.displayName ?? null,
    locale: known?.locale ?? null,
  }
})
