import { domainToASCII } from 'node:url'

import type { ProjectCall } from '../../api/rules/route.ts'
import { PlainError } from '../../kernel/errors.ts'
import { askDns } from '../../platform/dns/dns-questions.ts'
import type { Finding } from './finding.ts'
import { judgeDkim } from './judge-dkim.ts'
import { judgeDmarc } from './judge-dmarc.ts'
import { judgeSpf } from './judge-spf.ts'

export interface SenderDomainDependencies {
  readonly settings: {
    /** Null: the resolvers of the system. */
    readonly dnsServer: string | null
  }
}

interface CheckedDomain {
  readonly domain: string
  readonly checkedAt: Date
  readonly findings: readonly Finding[]
}

/**
 * Checks the DNS records of the stored sender's domain.
 *
 * @throws PlainError
 */
export async function checkSenderDomain(
  { settings }: SenderDomainDependencies,
  { now, project }: Pick<ProjectCall, 'now' | 'project'>,
): Promise<CheckedDomain> {
  const email = project.config.emailConfig
  if (email.type === 'shared') {
    throw new PlainError(400, 'The project sends through the shared mail server, whose domain belongs to the operator.')
  }
  const domain = domainOf(email.senderEmail)
  const { bounceEmail = email.senderEmail, dkim: key = null, host = null } = email.type === 'standard' ? email : {}
  const bounceDomain = domainOf(bounceEmail)
  const findings = await askDns(settings.dnsServer, async (questions) => {
    const spf = judgeSpf(bounceDomain, host && host.toLowerCase(), questions)
    const dkim = judgeDkim(domain, key, questions)
    return Promise.all([spf, dkim, judgeDmarc({ domain, bounceDomain, spf, dkim }, questions)])
  })
  return { domain, checkedAt: now(), findings }
}

function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1))
}
