import * as contract from '@portico/contract'
import type { SenderDomainFindingRead } from '@portico/contract'

import { projectAdmin } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { checkSenderDomain, type SenderDomainDependencies } from './check-sender-domain.ts'
import type { Finding } from './finding.ts'

export function senderDomainRoutes(dependencies: SenderDomainDependencies): Route[] {
  return [
    route(contract.readSenderDomain, { allow: projectAdmin, limit: 'checkSenderDomain' }, async (call) => {
      const { checkedAt, domain, findings } = await checkSenderDomain(dependencies, call)
      return { domain, checked_at_millis: checkedAt.getTime(), findings: findings.map(present) }
    }),
  ]
}

function present({ code, ...found }: Finding): SenderDomainFindingRead {
  const { advice, message } = contract.senderDomainSentences[code]
  return { code, ...contract.senderDomainFindings[code], message, advice: advice === '' ? null : advice, ...found }
}
