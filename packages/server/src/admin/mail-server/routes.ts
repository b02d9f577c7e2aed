import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import { sendTestMail } from './test-mail.ts'

export const emailRoutes: Route[] = [
  route(contract.sendTestEmail, async ({ body, ports, project, request }) => {
    const { addressBlock } = request
    const account = body.recipient_email
    await ports.limiter.count('sendTestMail', { projectId: project.id, addressBlock, account })
    return sendTestMail(ports, project, body)
  }),
]
