import { z } from 'zod'

import { findHandlerPage } from '../records/projects/trusted-origins.ts'
import { requireCurrentRecipient } from './current-recipient.ts'
import { mailKind } from './mail-kind.ts'

export const signUpApproved = mailKind(z.object({ userId: z.string() }), async (mailing, { userId }) => {
  await requireCurrentRecipient(mailing, userId)
  return { mail: 'signUpApproved', data: {}, link: findHandlerPage(mailing.project, 'sign-in') ?? '' }
})

/** The user is deleted, so the mail contains their language. */
export const signUpRefused = mailKind(z.object({ locale: z.string().nullable() }), async (_, { locale }) => ({
  mail: 'signUpRefused',
  data: {},
  locale,
}))
