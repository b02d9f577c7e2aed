export const senderDomainKinds = ['spf', 'dkim', 'dmarc'] as const
export type SenderDomainKind = (typeof senderDomainKinds)[number]

export const senderDomainStates = ['good', 'weak', 'wrong', 'missing', 'unknown'] as const
export type SenderDomainState = (typeof senderDomainStates)[number]

interface Finding {
  readonly kind: SenderDomainKind
  readonly state: SenderDomainState
}

/** What a check of a sender's domain can find. */
export const senderDomainFindings = {
  spf_good: { kind: 'spf', state: 'good' },
  spf_neutral: { kind: 'spf', state: 'weak' },
  spf_everyone: { kind: 'spf', state: 'wrong' },
  spf_several: { kind: 'spf', state: 'wrong' },
  spf_syntax: { kind: 'spf', state: 'wrong' },
  spf_included: { kind: 'spf', state: 'wrong' },
  spf_too_many_lookups: { kind: 'spf', state: 'wrong' },
  spf_missing: { kind: 'spf', state: 'missing' },
  spf_unresolved: { kind: 'spf', state: 'unknown' },
  dkim_good: { kind: 'dkim', state: 'good' },
  dkim_test: { kind: 'dkim', state: 'weak' },
  dkim_other_key: { kind: 'dkim', state: 'wrong' },
  dkim_revoked: { kind: 'dkim', state: 'wrong' },
  dkim_several: { kind: 'dkim', state: 'wrong' },
  dkim_syntax: { kind: 'dkim', state: 'wrong' },
  dkim_missing: { kind: 'dkim', state: 'missing' },
  dkim_no_key: { kind: 'dkim', state: 'unknown' },
  dkim_unresolved: { kind: 'dkim', state: 'unknown' },
  dmarc_good: { kind: 'dmarc', state: 'good' },
  dmarc_none: { kind: 'dmarc', state: 'weak' },
  dmarc_unaligned: { kind: 'dmarc', state: 'weak' },
  dmarc_fails: { kind: 'dmarc', state: 'wrong' },
  dmarc_several: { kind: 'dmarc', state: 'wrong' },
  dmarc_syntax: { kind: 'dmarc', state: 'wrong' },
  dmarc_missing: { kind: 'dmarc', state: 'missing' },
  dmarc_unresolved: { kind: 'dmarc', state: 'unknown' },
} as const satisfies Record<string, Finding>

export type SenderDomainFindingCode = keyof typeof senderDomainFindings

/**
 * The advice is empty for a finding that needs no change. The dashboard uses these texts, whose type must not be an
 * interface.
 */
type Sentences = { readonly message: string; readonly advice: string }

/** What each finding means and what to do, in English. */
export const senderDomainSentences: Readonly<Record<SenderDomainFindingCode, Sentences>> = {
  spf_good: { message: 'The record names the servers that may send for the domain.', advice: '' },
  spf_neutral: {
    message: 'The record says nothing about servers that it does not name.',
    advice: 'End the record with ~all or -all.',
  },
  spf_everyone: {
    message: 'The record permits every server to send for the domain.',
    advice: 'Name your mail servers only, and end the record with ~all or -all.',
  },
  spf_several: {
    message: 'The domain has several SPF records. Mailboxes then ignore all of them.',
    advice: 'Merge the records into one.',
  },
  spf_syntax: {
    message: 'The record has an invalid term. Mailboxes then ignore the record.',
    advice: 'Correct the term.',
  },
  spf_included: {
    message: 'The record refers to a domain without a valid SPF record. Mailboxes then ignore the record.',
    advice: 'Remove the reference, or ask the provider for the right one.',
  },
  spf_too_many_lookups: {
    message:
      'The record needs more than 10 DNS lookups, also those of the domains that it includes. Mailboxes then ignore it.',
    advice: 'Remove what you no longer use, or replace an include by ip4 and ip6.',
  },
  spf_missing: {
    message: 'The domain has no SPF record.',
    advice: 'Publish a TXT record that names your mail server. A mail provider tells you which include it needs.',
  },
  spf_unresolved: { message: 'DNS did not answer in time.', advice: 'Check again in some minutes.' },
  dkim_good: { message: 'The record has the key with which the service signs.', advice: '' },
  dkim_test: {
    message: 'The record says that the domain is testing DKIM, so some mailboxes ignore signatures.',
    advice: 'Remove t=y from the record.',
  },
  dkim_other_key: {
    message: 'The record has another key than the one with which the service signs.',
    advice: 'Replace the record.',
  },
  dkim_revoked: { message: 'The key of the record is revoked.', advice: 'Replace the record.' },
  dkim_several: {
    message: 'The selector has several records. Mailboxes may use any of them.',
    advice: 'Remove all but one.',
  },
  dkim_syntax: { message: 'The record cannot be read.', advice: 'Replace the record.' },
  dkim_missing: { message: 'The selector has no record.', advice: 'Publish this TXT record.' },
  dkim_no_key: {
    message: 'The service does not sign, because the project has no DKIM key. Your mail server may sign by itself.',
    advice: 'Look for the header DKIM-Signature in a mail that you have received, or give the project a key.',
  },
  dkim_unresolved: { message: 'DNS did not answer in time.', advice: 'Check again in some minutes.' },
  dmarc_good: {
    message: 'The policy asks mailboxes to refuse or set aside mails that others send in your name.',
    advice: '',
  },
  dmarc_none: {
    message: 'The policy is none: mailboxes accept mails that others send in your name.',
    advice: 'Change the policy to quarantine, once all your mails pass.',
  },
  dmarc_unaligned: {
    message: 'The bounce address belongs to another domain, so SPF does not count. Mails pass only if they are signed.',
    advice: "Use a bounce address of the sender's domain.",
  },
  dmarc_fails: {
    message: 'Mails fail the policy: neither SPF nor DKIM passes for the domain of the sender.',
    advice: 'Correct SPF or DKIM.',
  },
  dmarc_several: {
    message: 'The domain has several DMARC records. Mailboxes then ignore all of them.',
    advice: 'Remove all but one.',
  },
  dmarc_syntax: {
    message: 'The record has an invalid tag. Mailboxes may ignore the record.',
    advice: 'Correct the tag.',
  },
  dmarc_missing: {
    message: 'The domain has no DMARC record.',
    advice: 'Publish this TXT record. Change its policy to quarantine, once all your mails pass.',
  },
  dmarc_unresolved: { message: 'DNS did not answer in time.', advice: 'Check again in some minutes.' },
}
