import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import { sendTestMail, type MailServerDependencies } from './test-mail.ts'

export function mailServerRoutes(dependencies: MailServerDependencies): Route[] {
  return [route(contract.sendTestEmail, (call) => sendTestMail(dependencies, call, call.body))]
}
