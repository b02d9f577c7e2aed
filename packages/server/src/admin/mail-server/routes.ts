import * as contract from '@portico/contract'

import { projectAdmin } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { toCamelCaseMembers } from '@portico/contract/letter-case'
import { presentTestMail } from './present.ts'
import { sendTestMail, type MailServerDependencies } from './test-mail.ts'

export function mailServerRoutes(dependencies: MailServerDependencies): Route[] {
  return [
    route(
      contract.sendTestEmail,
      { allow: projectAdmin, limit: 'sendTestMail', account: ({ body }) => body.recipient_email },
      async (call) =>
        presentTestMail(await sendTestMail(dependencies, call, toCamelCaseMembers(call.body, 'email_config'))),
    ),
  ]
}
