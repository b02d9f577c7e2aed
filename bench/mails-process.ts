// Renders mails on one core and prints the rates.
import { renderTemplate, type MailTemplate } from '@portico/protocols/mail-document/render'
import type { Block } from '@portico/protocols/mail-document/block-types'
import { BLOCKS_MAX } from '@portico/protocols/mail-document/tree'

import { createTestPortico } from '@portico/testkit'

import { SHORT_ROUND_SECONDS, SHORT_ROUNDS } from './comparison.ts'
import { readArgument } from './processes.ts'

export interface MailRates {
  /** Mails of the service per second, one value per round. */
  readonly standard: readonly number[]
  /** Milliseconds for one mail with the largest number of blocks. */
  readonly largestMillis: readonly number[]
}

await readArgument<null>()
const language = { locale: 'en', direction: 'ltr' } as const
const link = {
  value: 'https://acme.example/handler?code=8f3kq0z1v7c2m5n9b4x6w8e1r3t5y7u2i4o6p8a0s2d4f',
  isAddress: true,
}
const variables = {
  projectDisplayName: { value: 'Acme', isChosen: true },
  serviceHost: { value: 'auth.acme.example' },
  linkLifetime: { value: '24 hours' },
  expiresAt: { value: '5 November 2026 at 05:03 UTC' },
  teamDisplayName: { value: 'Chess', isChosen: true },
  inviterName: { value: 'Ada', isChosen: true },
  otp: { value: 'ABC123' },
  emailVerificationLink: link,
  passwordResetLink: link,
  magicLink: link,
  teamInvitationLink: link,
}
const standard = await standardTemplates()
const text: Block = {
  type: 'Text',
  data: {
    style: { color: '#1c1917' },
    props: { text: '**{{ otp }}** [{{ projectDisplayName }}]({{ magicLink }}) '.repeat(2) },
  },
}
const ids = Array.from({ length: BLOCKS_MAX - 1 }, (_, index) => `block${index}`)
const largest: MailTemplate = {
  subject: '{{ projectDisplayName }}',
  content: {
    root: { type: 'EmailLayout', data: { childrenIds: ids } },
    ...Object.fromEntries(ids.map((id) => [id, text])),
  },
}

/** Returns the templates of the service as it sends them. */
async function standardTemplates(): Promise<MailTemplate[]> {
  await using portico = await createTestPortico()
  const project = await portico.createProject()
  const { body } = await project.admin().get<{ items: MailTemplate[] }>('/email-templates')
  return body.items
}

const render = (template: MailTemplate): number => renderTemplate(template, { variables, ...language }).html.length

/** Returns mails per second. */
function measure(templates: readonly MailTemplate[]): number {
  const startedAt = performance.now()
  const end = startedAt + SHORT_ROUND_SECONDS * 1_000
  let count = 0
  while (performance.now() < end) {
    for (const template of templates) {
      if (render(template) < 1_000) throw new Error('A mail is too short.')
      count += 1
    }
  }
  return (1_000 * count) / (performance.now() - startedAt)
}

const rounds = Array.from({ length: SHORT_ROUNDS }, () => ({
  standard: measure(standard),
  largest: measure([largest]),
}))
console.log(
  JSON.stringify({
    standard: rounds.map((round) => round.standard),
    largestMillis: rounds.map((round) => 1_000 / round.largest),
  } satisfies MailRates),
)
