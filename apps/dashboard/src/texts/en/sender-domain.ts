import { senderDomainSentences } from '@portico/client/admin'
import type { TextsOf } from '@portico/ui/language/catalogue'

import { defineTexts } from '../define-texts.ts'

export const senderDomainTexts = defineTexts('sender-domain', {
  title: 'Domain',
  lead: 'DNS records of {domain}, by which mailboxes decide whether they accept your emails.',
  shared:
    'The shared server sends from the domain of this service. With your own server, the DNS records of your domain are checked here.',
  failed: 'The domain cannot be checked',
  checkAgain: 'Check again',
  checking: 'Checking…',
  checked: 'The domain was checked.',
  kinds: { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' },
  states: { good: 'Good', weak: 'Weak', wrong: 'Wrong', missing: 'Missing', unknown: 'Unknown' },
  found: 'Found at',
  publishName: 'TXT record to publish: name',
  publishValue: 'Value',
  nameOf: (kind: string) => `name of the ${kind} record`,
  valueOf: (kind: string) => `value of the ${kind} record`,
  findings: senderDomainSentences,
})

export type SenderDomainTexts = TextsOf<typeof senderDomainTexts>
