import * as contract from '@portico/contract'
import { toCamelCaseMembers } from '@portico/contract/letter-case'

import { projectServer, recentProjectServer } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { readDelivery, type DeliveryDependencies } from './delivery.ts'
import { prepareMail } from './prepare.ts'
import { queueWrittenMail } from './queue.ts'

interface WrittenMailDependencies extends DeliveryDependencies {
  readonly settings: { readonly baseUrl: string }
}

export function writtenMailRoutes(dependencies: WrittenMailDependencies): Route[] {
  return [
    route(
      contract.sendWrittenEmail,
      {
        // guard: a staff member mails users only with a recent sign-in (replace `recentProjectServer` with `projectServer`)
        allow: recentProjectServer,
        find: ({ body, db, project }) =>
          prepareMail({ db, project, baseUrl: dependencies.settings.baseUrl }, toCamelCaseMembers(body)),
        limit: 'sendWrittenMail',
        recipients: ({ found }) => found.recipients.flatMap(({ address }) => address ?? []),
      },
      async (call) => {
        await queueWrittenMail(call, call.found)
        const results = call.found.recipients.map(({ address, userId }) => ({
          user_id: userId,
          ...(address !== null && { user_email: address }),
        }))
        return { results }
      },
    ),

    route(contract.readEmailDelivery, { allow: projectServer }, (call) => readDelivery(dependencies, call)),
  ]
}
