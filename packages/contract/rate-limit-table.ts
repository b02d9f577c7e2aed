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

const START = '<!-- rate limits: written by `npm run generate` -->\n'
const END = '<!-- end of rate limits -->\n'

/** Replaces the table of rate limits in a document by the present one. */
export function withRateLimitTable(document: string): string {
  const start = document.indexOf(START)
  const end = document.indexOf(END)
  if (start < 0 || end < start) throw new Error('The document has no markers for the table of rate limits.')
  return document.slice(0, start + START.length) + rateLimitTable() + document.slice(end)
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
