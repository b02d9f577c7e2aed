import { events, type EventFacts } from './src/events.ts'
import { limitedActDescriptions, rateDimensions, rateLimitDefaults } from './src/limits/rate-limits.ts'
import type { LimitedAct, RateDimension, RateLimit } from './src/limits/rate-limits.ts'
import { standardWebhookEventTypes, webhookEventTypes } from './src/webhook-event-types.ts'
import { webhookEvents } from './src/webhook-events.ts'

const dimensionNames: Readonly<Record<RateDimension, string>> = {
  perAddress: 'client address',
  perAccountAndAddress: 'account and client address',
  perAccount: 'account',
  perUser: 'user',
  perRecipient: 'mailbox',
  perProject: 'project',
}

/** Updates the table of events in the document about webhooks. */
export function withEventTable(document: string): string {
  return withTable(document, 'events', formatEventTable())
}

/** Updates the tables of rate limits and audit entries in a document. */
export function withContractTables(document: string): string {
  return withTable(withTable(document, 'rate limits', formatRateLimitTable()), 'audit entries', formatAuditTable())
}

function withTable(document: string, name: string, table: string): string {
  const startMark = `<!-- ${name}: written by \`npm run generate\` -->\n`
  const start = document.indexOf(startMark)
  const end = document.indexOf(`<!-- end of ${name} -->\n`)
  if (start < 0 || end < start) throw new Error(`The document has no markers for the table of ${name}.`)
  return document.slice(0, start + startMark.length) + table + document.slice(end)
}

/** Formats the audit actions as a Markdown table. */
function formatAuditTable(): string {
  const rows = Object.entries<EventFacts>(events).flatMap(([type, { action = type, outcome = 'ok', description }]) =>
    action === null ? [] : [`| \`${action}\` | ${outcome} | ${description} |`],
  )
  return ['| Action | Outcome | Meaning |', '|---|---|---|', ...rows, ''].join('\n')
}

/** Formats the events of webhooks as a Markdown table. */
function formatEventTable(): string {
  const rows = webhookEventTypes.map((type) => {
    const isStandard = standardWebhookEventTypes.some((other) => other === type)
    return `| \`${type}\` | ${isStandard ? 'yes' : 'no'} | ${webhookEvents[type].description} |`
  })
  return ['| Event | By default | Sent when |', '|---|---|---|', ...rows, ''].join('\n')
}

/** Formats the limited acts and their rates as a Markdown table. */
function formatRateLimitTable(): string {
  const acts = Object.keys(rateLimitDefaults) as LimitedAct[]
  const rows = acts.map((act) => `| \`${act}\` | ${limitedActDescriptions[act]} | ${formatRates(act)} |`)
  return ['| Act | A call that | Limit |', '|---|---|---|', ...rows, ''].join('\n')
}

function formatRates(act: LimitedAct): string {
  const limits: Partial<Record<RateDimension, RateLimit>> = rateLimitDefaults[act]
  return rateDimensions
    .flatMap((dimension) => {
      const limit = limits[dimension]
      if (!limit) return []
      return [
        `${limit.calls.toLocaleString('en')} in ${limit.seconds.toLocaleString('en')} s per ${dimensionNames[dimension]}`,
      ]
    })
    .join('; ')
}
