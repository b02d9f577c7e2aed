import { domainToASCII } from 'node:url'

import {
  senderDomainFindings,
  senderDomainSentences,
  type MailErrorType,
  type SenderDomainState,
} from '@portico/contract'

import type { Finding } from '../../admin/sender-domain/finding.ts'
import { judgeDkim } from '../../admin/sender-domain/judge-dkim.ts'
import { judgeDmarc } from '../../admin/sender-domain/judge-dmarc.ts'
import { judgeSpf } from '../../admin/sender-domain/judge-spf.ts'
import { askDns } from '../../platform/dns/dns-questions.ts'
import { isEncryptionFailure, toMailError } from '../../platform/mailer/mail-failure.ts'
import { parseMailServer, parseSender } from '../../platform/mailer/mail-settings.ts'
import { signInAtMailServer } from '../../platform/mailer/smtp-mailer.ts'
import type { Check, DoctorFinding, Severity } from './check.ts'

export const mailServerCheck: Check = {
  name: 'mail-server',
  summary: 'whether the shared mail server accepts connection, encryption and sign-in',
  async run({ settings: { smtpUrl } }) {
    // The inbox of development mode.
    if (smtpUrl === null) return []
    try {
      await signInAtMailServer(smtpUrl)
      return []
    } catch (error) {
      const { host, port } = parseMailServer(smtpUrl)
      return [
        { severity: 'error', problem: `${host}, port ${port}: ${toMailError(error).message}`, fix: adviceFor(error) },
      ]
    }
  },
}

const advice: Partial<Readonly<Record<MailErrorType, string>>> = {
  AUTH_FAILED:
    'Check the user name and the password in PORTICO_SMTP_URL. Many providers need an app password when two-step sign-in is on.',
  HOST_NOT_FOUND: 'Check the host name in PORTICO_SMTP_URL.',
  TEMPORARY: 'Run doctor again in some minutes. If the reply stays, read the log of the mail server.',
}

function adviceFor(error: unknown): string {
  if (isEncryptionFailure(error)) {
    return 'Check the port and the scheme in PORTICO_SMTP_URL: smtps:// for port 465, smtp:// for STARTTLS. The certificate must be valid for the host name.'
  }
  return (
    advice[toMailError(error).errorType] ??
    'Check host and port in PORTICO_SMTP_URL, that the mail server runs, and that a firewall permits the connection.'
  )
}

/** Mailboxes refuse or ignore a wrong record, and may distrust a domain without one. */
const severityOf: Readonly<Record<SenderDomainState, Severity | null>> = {
  good: null,
  weak: 'note',
  missing: 'warning',
  wrong: 'error',
  unknown: 'note',
}

export const senderDomainCheck: Check = {
  name: 'sender-domain',
  summary: 'the SPF and DMARC records of the domain of PORTICO_MAIL_FROM',
  async run({ settings: { dnsServer, mailFrom, smtpUrl } }) {
    if (smtpUrl === null) return []
    const { address } = parseSender(mailFrom)
    const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1))
    const { host } = parseMailServer(smtpUrl)
    const findings = await askDns(dnsServer, async (questions) => {
      const spf = judgeSpf(domain, host.toLowerCase(), questions)
      // The mail server signs, with a key that the service does not know.
      const dkim = judgeDkim(domain, null, questions)
      return Promise.all([spf, judgeDmarc({ domain, bounceDomain: domain, spf, dkim }, questions)])
    })
    return findings.flatMap(explain)
  },
}

function explain({ code, detail, name, publish }: Finding): DoctorFinding[] {
  const { kind, state } = senderDomainFindings[code]
  const severity = severityOf[state]
  if (severity === null) return []
  const { advice: fix, message } = senderDomainSentences[code]
  const record = publish === null ? '' : ` TXT record of ${publish.name}: ${publish.value}`
  return [
    {
      severity,
      problem: `${kind.toUpperCase()} of ${name}: ${message}${detail === null ? '' : ` (${detail})`}`,
      fix: `${fix}${record}`.trim() || 'Run doctor again from a machine whose resolver answers.',
    },
  ]
}
