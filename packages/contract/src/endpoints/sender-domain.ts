import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { millis, noQuery } from './primitives.ts'
import {
  senderDomainFindings,
  senderDomainKinds,
  senderDomainStates,
  type SenderDomainFindingCode,
} from '../catalogues/sender-domain-findings.ts'

// Unchecked cast: the names of the table.
const codes = Object.keys(senderDomainFindings) as [SenderDomainFindingCode, ...SenderDomainFindingCode[]]

export const txtRecordRead = z.object({ name: z.string(), value: z.string() })

export const senderDomainFindingRead = z.object({
  kind: z.enum(senderDomainKinds),
  code: z.enum(codes).describe('What was found, for programs.'),
  state: z
    .enum(senderDomainStates)
    .describe('`wrong`: mailboxes may refuse or ignore the record. `unknown`: the service cannot tell.'),
  name: z.string().describe('The name whose TXT records were read.'),
  record: z
    .string()
    .nullable()
    .describe('The record that was found; several on lines of their own. A long one is cut.'),
  detail: z.string().nullable().describe('The term, tag or domain that the finding is about.'),
  message: z.string().describe('What the finding means.'),
  advice: z.string().nullable().describe('What to do; null if nothing needs a change.'),
  publish: txtRecordRead.nullable().describe('The TXT record to publish; null if only the owner can know it.'),
})

export const readSenderDomain = endpoint({
  method: 'GET',
  path: '/internal/sender-domain',
  tag: 'E-mails',
  summary:
    "Checks the DNS records of the stored sender's domain: SPF, DKIM and DMARC, in at most five seconds. Returns a plain 400 for a project that sends through the shared server.",
  staffRight: 'read_project',
  access: adminAccess({
    query: noQuery,
    response: z.object({
      domain: z.string().describe('The domain of the sender.'),
      checked_at_millis: millis,
      findings: z.array(senderDomainFindingRead).describe('One of each kind: SPF, DKIM, DMARC.'),
    }),
  }),
  isRateLimited: true,
  errors: [],
})
