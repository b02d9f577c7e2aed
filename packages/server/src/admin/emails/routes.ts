import * as contract from '@portico/contract'

import { anyone, projectAdmin } from '../../api/rules/access.ts'
import { presentWholeOrPage } from '../../api/call/list-page.ts'
import { answerRoute, route, type Route } from '../../api/rules/route.ts'
import type { MailDestinationSettings } from '../../platform/mailer/mail-destination.ts'
import { presentEmail, presentTries } from '../../records/mails/present.ts'
import { senderOf } from '../../mails/mail-sender.ts'
import { requireCronSecret, sendDigests, type DigestDependencies } from './failed-emails-digest.ts'
import { listEmails } from './list-emails.ts'
import { readEmail } from './read-email.ts'
import { retryEmail } from './retry-email.ts'

interface EmailDependencies extends DigestDependencies {
  readonly settings: DigestDependencies['settings'] & MailDestinationSettings
}

export function emailRoutes(dependencies: EmailDependencies): Route[] {
  return [
    route(contract.listSentEmails, { allow: projectAdmin }, async (call) => {
      const { project, query } = call
      const page = await listEmails(call, query)
      const sender = senderOf(project, dependencies.settings)
      const isPaginated = Object.values(query).some((value) => value !== undefined)
      return presentWholeOrPage({ ...page, isPaginated }, (email) => presentEmail(email, sender))
    }),

    route(contract.readSentEmail, { allow: projectAdmin }, async (call) => {
      const { email, contents } = await readEmail(call, call.params.id)
      const sent = presentEmail(email, senderOf(call.project, dependencies.settings))
      return { ...sent, html: contents && contents.html, text: contents && contents.text, tries: presentTries(email) }
    }),

    route(contract.retrySentEmail, { allow: projectAdmin, limit: 'retryMail' }, async (call) => {
      await retryEmail(call, call.params.id)
      return { success: true as const }
    }),

    answerRoute(contract.failedEmailsDigest, { allow: anyone }, async ({ query, requestHeaders }) => {
      requireCronSecret(dependencies.settings, requestHeaders.authorization)
      const body = await sendDigests(dependencies, { isDryRun: query.dry_run === 'true' })
      return { body, status: body.success ? 200 : 500 }
    }),
  ]
}
