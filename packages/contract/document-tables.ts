import { endpoints } from './src/contract.ts'
import { allowedAccessTypes, type EndpointSpec } from './src/endpoints/endpoint.ts'
import { errorCatalogue, type ErrorSpec } from './src/catalogues/errors.ts'
import { events, type EventFacts } from './src/catalogues/events.ts'
import { limitedActDescriptions, rateDimensions, rateLimitDefaults } from './src/limits/rate-limits.ts'
import type { LimitedAct, RateDimension, RateLimit } from './src/limits/rate-limits.ts'
import { ownErrors } from './src/endpoints/shared-errors.ts'
import { staffRights, staffRoles, type StaffRight, type StaffRole } from './src/catalogues/staff-rights.ts'
import { standardWebhookEventTypes, webhookEventTypes } from './src/catalogues/webhook-event-types.ts'
import { webhookEvents } from './src/endpoints/webhook-events.ts'

const dimensionNames: Readonly<Record<RateDimension, string>> = {
  perAddress: 'client address',
  perAccountAndAddress: 'account and client address',
  perAccount: 'account',
  perUser: 'user',
  perRecipient: 'mailbox',
  perProject: 'project',
}

/** The tables that documents can show, by the name in their markers. `endpoints of Users` are those with this tag. */
const tables: Readonly<Record<string, () => string>> = {
  'rights of staff': formatStaffTable,
  'rate limits': formatRateLimitTable,
  'audit entries': formatAuditTable,
  events: formatEventTable,
  errors: formatErrorTable,
  ...Object.fromEntries(
    [...new Set([...endpoints.values()].map(({ tag }) => tag))].map((tag) => [
      `endpoints of ${tag}`,
      () => formatEndpointTable(tag),
    ]),
  ),
}

const markedTables = /<!-- (?<name>[^:\n]+): written by `npm run generate` -->\n[^]*?<!-- end of (?<end>[^\n]+?) -->\n/g

/**
 * Returns a Markdown document with the current tables of the contract between its markers. Other generated parts stay.
 */
export function withContractTables(document: string): string {
  return document.replace(markedTables, (part, name: string, end: string) => {
    if (name !== end) throw new Error(`The table of ${name} ends as that of ${end}.`)
    const format = tables[name]
    return format ? `${part.slice(0, part.indexOf('\n'))}\n\n${format()}\n<!-- end of ${end} -->\n` : part
  })
}

/**
 * Formats the calls with a tag as a Markdown table: who can make each, and its errors without those of the shared
 * checks.
 */
function formatEndpointTable(tag: string): string {
  const rows = [...endpoints.values()]
    .filter((spec) => spec.tag === tag)
    .toSorted((one, other) => keyOf(one).localeCompare(keyOf(other), 'en'))
    .map((spec) => {
      const access = allowedAccessTypes(spec).join(', ') || 'public'
      const errors = ownErrors(spec).map((code) => `\`${code}\``)
      return `| \`${spec.method} ${spec.path}\` | ${spec.summary} | ${access} | ${errors.join(', ')} |`
    })
  return ['| Call | Effect | Access | Errors of its own |', '|---|---|---|---|', ...rows, ''].join('\n')
}

/** Sorts calls with the same path together, reads first. */
function keyOf({ method, path }: EndpointSpec): string {
  return `${path} ${['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method)}`
}

/** Formats the errors that the service sends as a Markdown table. Codes that older clients do not know are marked. */
function formatErrorTable(): string {
  const rows = Object.entries<ErrorSpec>(errorCatalogue).flatMap(([code, { status, parent, local, isExtension }]) =>
    status === null || local
      ? []
      : [`| \`${code}\` | ${status} | ${parent ? `\`${parent}\`` : ''} | ${isExtension ? 'yes' : ''} |`],
  )
  return ['| Code | Status | Family | Unknown to older clients |', '|---|---|---|---|', ...rows, ''].join('\n')
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

function formatAuditTable(): string {
  const rows = Object.entries<EventFacts>(events).flatMap(([type, { action = type, outcome = 'ok', description }]) =>
    action === null ? [] : [`| \`${action}\` | ${outcome} | ${description} |`],
  )
  return ['| Action | Outcome | Meaning |', '|---|---|---|', ...rows, ''].join('\n')
}

function formatEventTable(): string {
  const rows = webhookEventTypes.map((type) => {
    const isStandard = standardWebhookEventTypes.some((other) => other === type)
    return `| \`${type}\` | ${isStandard ? 'yes' : 'no'} | ${webhookEvents[type].description} |`
  })
  return ['| Event | By default | Sent when |', '|---|---|---|', ...rows, ''].join('\n')
}

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
