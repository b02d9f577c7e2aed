import type { SenderDomainFindingCode, SenderDomainKind, SenderDomainState } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'
import { present } from '../transport/present.ts'

/** What DNS says about the domain of a sender. */
export interface SenderDomainCheck {
  /** The domain of the sender. */
  readonly domain: string
  /** When the service asked DNS. */
  readonly checkedAt: Date
  /** One of each kind: SPF, DKIM, DMARC. */
  readonly findings: readonly SenderDomainFinding[]
}

/** What was found about SPF, DKIM or DMARC. */
export interface SenderDomainFinding {
  /** The standard that the finding is about. */
  readonly kind: SenderDomainKind
  /** What was found, for programs. */
  readonly code: SenderDomainFindingCode
  /** `wrong`: mailboxes may refuse or ignore the record. `unknown`: the service cannot tell. */
  readonly state: SenderDomainState
  /** The name whose TXT records were read. */
  readonly name: string
  /** The record that was found. Several are on separate lines. */
  readonly record: string | null
  /** The term, tag or domain that the finding is about. */
  readonly detail: string | null
  /** What the finding means, in English. */
  readonly message: string
  /** What to do; null if nothing needs a change. */
  readonly advice: string | null
  /** The TXT record to publish; null if only the owner can know it. */
  readonly publish: {
    /** The name of the record. */
    readonly name: string
    /** The text of the record. */
    readonly value: string
  } | null
}

export async function checkSenderDomain(request: SendRequest<'admin'>): Promise<SenderDomainCheck> {
  return present(await request('GET /internal/sender-domain'))
}
