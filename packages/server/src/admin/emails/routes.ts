import * as contract from '@portico/contract'

import { anyone, projectAdmin } from '../../api/access.ts'
import { wholeList } from '../../api/list-page.ts'
import { answerRoute, route, type Route } from '../../api/route.ts'
import { presentEmail } from '../../records/mails/present.ts'
import { presentSender } from '../../records/projects/present.ts'
import { requireCronSecret, sendDigests, type DigestDependencies } from './failed-emails-digest.ts'
import { listEmails } from './list-emails.ts'
import { retryEmail } from './retry-email.ts'

export function emailRoutes(dependencies: DigestDependencies): Route[] {
  return [
    route(contract.listSentEmails, { allow: projectAdmin }, async (call) => {
      const { project, query } = call
      const { emails, nextCursor } = await listEmails(call, query)
      const sender = presentSender(project)
      const items = emails.map((email) => presentEmail(email, sender))
      if (Object.values(query).every((value) => value === undefined)) return wholeList(items)
      return { items, is_paginated: true, pagination: { next_cursor: nextCursor } }
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
