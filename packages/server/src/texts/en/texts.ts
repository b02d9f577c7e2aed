import { errorPage, type ErrorPageTexts } from './error-page.ts'
import { errors, type ErrorTexts } from './errors.ts'
import { firstAdmin, type FirstAdminTexts } from './first-admin.ts'
import { mailFrame, type MailFrameTexts } from './mail-frame.ts'
import { notices, type NoticeTexts } from './notices.ts'
import { ownerMails, type OwnerMailTexts } from './owner-mails.ts'
import { partnerOAuth, type PartnerOAuthTexts } from './partner-oauth.ts'
import { postingPage, type PostingPageTexts } from './posting-page.ts'
import { signInMails, type SignInMailTexts } from './sign-in-mails.ts'

/** What people read on the pages and in the mails of the service, in one language. English is the type. */
export interface Texts {
  /** The tag of numbers, dates and lists. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly errorPage: ErrorPageTexts
  readonly errors: ErrorTexts
  readonly firstAdmin: FirstAdminTexts
  readonly mailFrame: MailFrameTexts
  readonly partnerOAuth: PartnerOAuthTexts
  readonly postingPage: PostingPageTexts
  readonly mails: SignInMailTexts & NoticeTexts & OwnerMailTexts
}

export const en: Texts = {
  // British dates put the day first, like the languages around it.
  locale: 'en-GB',
  direction: 'ltr',
  errorPage,
  errors,
  firstAdmin,
  mailFrame,
  partnerOAuth,
  postingPage,
  mails: { ...signInMails, ...notices, ...ownerMails },
}
