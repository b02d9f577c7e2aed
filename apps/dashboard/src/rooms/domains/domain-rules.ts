import { isTrustedDomain } from '@portico/client/admin'

/** A trusted domain of a project, and where the sign-in pages are below it. */
export interface Domain {
  readonly domain: string
  readonly handlerPath: string
}

export const newDomain: Domain = { domain: '', handlerPath: '/handler' }

/** The problem with a domain; a key of the texts. */
export type DomainProblem = 'empty' | 'spaces' | 'url' | 'scheme' | 'taken'

export function findDomainProblem(domain: string, others: readonly Domain[]): DomainProblem | null {
  if (domain === '') return 'empty'
  if (domain.includes(' ')) return 'spaces'
  if (!URL.canParse(domain)) return 'url'
  if (!/^https?:\/\//.test(domain)) return 'scheme'
  if (!isTrustedDomain(domain)) return 'url'
  return others.some((other) => other.domain === domain) ? 'taken' : null
}

/** Replaces an entry of the list. An entry that another owner has removed is added again. */
export function replaceDomain(domains: readonly Domain[], name: string, entry: Domain): Domain[] {
  const at = domains.findIndex(({ domain }) => domain === name)
  return at === -1 ? [...domains, entry] : domains.with(at, entry)
}

export function removeDomain(domains: readonly Domain[], name: string): Domain[] {
  return domains.filter(({ domain }) => domain !== name)
}

/** Changes `http` to `https`. An entry that then exists twice stays once. */
export function secureDomain(domains: readonly Domain[], name: string): Domain[] {
  const secure = name.replace(/^http:/, 'https:')
  const entry = domains.find(({ domain }) => domain === name)
  if (!entry) return [...domains]
  const others = removeDomain(domains, name)
  return others.some(({ domain }) => domain === secure) ? others : [...others, { ...entry, domain: secure }]
}
