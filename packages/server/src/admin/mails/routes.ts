import * as contract from '@portico/contract'

import { anyone, projectAdmin } from '../../api/rules/access.ts'
import { presentWholeOrPage } from '../../api/call/list-page.ts'
import { answerRoute, route, type Route } from '../../api/rules/route.ts'
import type { MailDestinationSettings } from '../../platform/mailer/mail-destination.ts'
import { presentMail, presentTries } from '../../records/mails/present.ts'
import { senderOf } from '../../mails/mail-sender.ts'
import { requireCronSecret, sendDigests, type DigestDependencies } from './failed-mails-digest.ts'
import { listMails } from './list-mails.ts'
import { readMail } from './read-mail.ts'
import { retryMail } from './retry-mail.ts'

interface MailDependencies extends DigestDependencies {
  readonly settings: DigestDependencies['settings'] & MailDestinationSettings
}

export function mailRoutes(dependencies: MailDependencies): Route[] {
  return [
    route(contract.listSentEmails, { allow: projectAdmin }, async (call) => {
      const { project, query } = call
      const page = await listMails(call, query)
      const sender = senderOf(project, dependencies.settings)
      const isPaginated = Object.values(query).some((value) => value !== undefined)
      return presentWholeOrPage({ ...page, isPaginated }, (mail) => presentMail(mail, sender))
    }),

    route(contract.readSentEmail, { allow: projectAdmin }, async (call) => {
      const { mail, contents } = await readMail(call, call.params.id)
      const sent = presentMail(mail, senderOf(call.project, dependencies.settings))
      return { ...sent, html: contents && contents.html, text: contents && contents.text, tries: presentTries(mail) }
    }),

    route(contract.retrySentEmail, { allow: projectAdmin, limit: 'retryMail' }, async (call) => {
      await retryMail(call, call.params.id)
      return { success: true as const }
    }),

    answerRoute(contract.failedEmailsDigest, { allow: anyone }, async ({ query, requestHeaders }) => {
      requireCronSecret(dependencies.settings, requestHeaders.authorization)
      const body = await sendDigests(dependencies, { isDryRun: query.dry_run === 'true' })
      return { body, status: body.success ? 200 : 500 }
    }),
  ]
}
