import type { Texts } from '../en/texts.ts'
import { errorPage } from './error-page.ts'
import { errors } from './errors.ts'
import { firstAdmin } from './first-admin.ts'
import { mailFrame } from './mail-frame.ts'
import { notices } from './notices.ts'
import { ownerMails } from './owner-mails.ts'
import { partnerOAuth } from './partner-oauth.ts'
import { postingPage } from './posting-page.ts'
import { signInMails } from './sign-in-mails.ts'

export const ptBR: Texts = {
  locale: 'pt-BR',
  direction: 'ltr',
  errorPage,
  errors,
  firstAdmin,
  mailFrame,
  partnerOAuth,
  postingPage,
  mails: { ...signInMails, ...notices, ...ownerMails },
}
