import * as contract from '@portico/contract'
import { toCamelCaseMembers } from '@portico/contract/letter-case'

import { projectServer, recentProjectServer } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { readDelivery, type DeliveryDependencies } from './delivery.ts'
import { prepareEmail } from './prepare.ts'
import { queueWrittenEmail } from './queue.ts'

interface WrittenEmailDependencies extends DeliveryDependencies {
  readonly settings: { readonly baseUrl: string }
}

export function writtenEmailRoutes(dependencies: WrittenEmailDependencies): Route[] {
  return [
    route(
      contract.sendWrittenEmail,
      {
        // guard: an owner mails users only with a recent sign-in (replace `recentProjectServer` with `projectServer`)
        allow: recentProjectServer,
        find: ({ body, db, project }) =>
          prepareEmail({ db, project, baseUrl: dependencies.settings.baseUrl }, toCamelCaseMembers(body)),
        limit: 'sendWrittenMail',
        recipients: ({ found }) => found.recipients.flatMap(({ address }) => address ?? []),
      },
      async (call) => {
        await queueWrittenEmail(call, call.found)
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
