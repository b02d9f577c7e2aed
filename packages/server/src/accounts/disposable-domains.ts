import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * The package is data: none of its code runs here. Resolved at the start, so that a service without the package does
 * not start.
 */
const listFile = createRequire(import.meta.url).resolve(
  'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json',
)

let domains: ReadonlySet<string> | undefined

/** Whether the domain, or one above it, is on the list of domains that give out addresses for a short time. */
export function isDisposableDomain(domain: string): boolean {
  // The list is read at the first call: few projects have a rule that needs it.
  domains ??= new Set(JSON.parse(readFileSync(listFile, 'utf8')) as string[])
  const labels = domain.split('.')
  return labels.some((_label, index) => domains?.has(labels.slice(index).join('.')))
}
