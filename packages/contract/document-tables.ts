import { endpoints } from './src/contract.ts'
import type { EndpointSpec } from './src/endpoint.ts'
import { events, type EventFacts } from './src/events.ts'
import { limitedActDescriptions, rateDimensions, rateLimitDefaults } from './src/limits/rate-limits.ts'
import type { LimitedAct, RateDimension, RateLimit } from './src/limits/rate-limits.ts'
import { staffRights, staffRoles, type StaffRight, type StaffRole } from './src/staff-rights.ts'
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

/** Updates the tables of the rights of staff, rate limits and audit entries in a document. */
export function withContractTables(document: string): string {
  const tables = {
    'rights of staff': formatStaffTable(),
    'rate limits': formatRateLimitTable(),
    'audit entries': formatAuditTable(),
  }
  return Object.entries(tables).reduce((text, [name, table]) => withTable(text, name, table), document)
}

function withTable(document: string, name: string, table: string): string {
  const startMark = `<!-- ${name}: written by \`npm run generate\` -->\n`
  const start = document.indexOf(startMark)
  const end = document.indexOf(`<!-- end of ${name} -->\n`)
  if (start < 0 || end < start) throw new Error(`The document has no markers for the table of ${name}.`)
  return document.slice(0, start + startMark.length) + table + document.slice(end)
}

/** Formats the rights of staff as a Markdown table, with the roles that have each and the endpoints that require it. */
function formatStaffTable(): string {
  const rows = (Object.keys(staffRights) as StaffRight[]).map((right) => {
    const { description, roles }: { description: string; roles: readonly StaffRole[] } = staffRights[right]
    const names = [...endpoints].flatMap(([name, spec]) => (namesRight(spec, right) ? [`\`${name}\``] : [])).toSorted()
    const marks = staffRoles.map((role) => (roles.includes(role) ? 'yes' : ''))
    return `| \`${right}\` | ${description} | ${marks.join(' | ')} | ${names.join(', ')} |`
  })
  return [
    `| Right | A member with it can | ${staffRoles.join(' | ')} | Endpoints |`,
    `|---|---|${staffRoles.map(() => '---|').join('')}---|`,
    ...rows,
    '',
  ].join('\n')
}

/** Whether an endpoint requires the right, always or depending on the call. */
function namesRight({ staffRight }: EndpointSpec, right: StaffRight): boolean {
  if (typeof staffRight !== 'object' || staffRight === null) return staffRight === right
  const { default: usual, fields = {}, flags = {}, self } = staffRight
  return [usual, self, ...Object.values(fields), ...Object.values(flags)].includes(right)
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
