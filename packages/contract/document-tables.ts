import { events, type EventFacts } from './src/events.ts'
import { limitedActDescriptions, rateDimensions, rateLimitDefaults } from './src/limits/rate-limits.ts'
import type { LimitedAct, RateDimension, RateLimit } from './src/limits/rate-limits.ts'

const dimensionNames: Readonly<Record<RateDimension, string>> = {
  perAddress: 'client address',
  perAccountAndAddress: 'account and client address',
  perAccount: 'account',
  perUser: 'user',
  perRecipient: 'mailbox',
  perProject: 'project',
}

/** Replaces the tables of rate limits and of audit entries in a document by the present ones. */
export function withContractTables(document: string): string {
  return withTable(withTable(document, 'rate limits', rateLimitTable()), 'audit entries', auditTable())
}

function withTable(document: string, name: string, table: string): string {
  const startMark = `<!-- ${name}: written by \`npm run generate\` -->\n`
  const start = document.indexOf(startMark)
  const end = document.indexOf(`<!-- end of ${name} -->\n`)
  if (start < 0 || end < start) throw new Error(`The document has no markers for the table of ${name}.`)
  return document.slice(0, start + startMark.length) + table + document.slice(end)
}

/** What is kept in the audit table, as a Markdown table. */
function auditTable(): string {
  const rows = Object.entries<EventFacts>(events).flatMap(([type, { action = type, outcome = 'ok', description }]) =>
    action === null ? [] : [`| \`${action}\` | ${outcome} | ${description} |`],
  )
  return ['| Action | Outcome | What has happened |', '|---|---|---|', ...rows, ''].join('\n')
}

/** The limited acts and their rates as a Markdown table. */
function rateLimitTable(): string {
  const acts = Object.keys(rateLimitDefaults) as LimitedAct[]
  const rows = acts.map((act) => `| \`${act}\` | ${limitedActDescriptions[act]} | ${ratesOf(act)} |`)
  return ['| Act | A call that | At most |', '|---|---|---|', ...rows, ''].join('\n')
}

function ratesOf(act: LimitedAct): string {
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
