/** A trusted domain of a project, and where the sign-in pages are below it. */
export interface Domain {
  readonly domain: string
  readonly handlerPath: string
}

export const newDomain: Domain = { domain: '', handlerPath: '/handler' }

/** What the service would refuse, in its words. Null: nothing. */
export interface DomainProblems {
  readonly domain: string | null
  readonly handlerPath: string | null
}

/** @param taken message for a domain that is in the list already */
export function findDomainProblems(
  { domain, handlerPath }: Domain,
  others: readonly Domain[],
  taken: string,
): DomainProblems {
  return {
    domain: urlProblem(domain) ?? (others.some((other) => other.domain === domain) ? taken : null),
    handlerPath: handlerPath.startsWith('/') ? null : 'Handler path must start with /',
  }
}

function urlProblem(domain: string): string | null {
  if (domain === '') return 'domain must not be empty'
  if (domain.includes(' ')) return 'domain contains spaces'
  if (!URL.canParse(domain)) return 'domain is not a valid URL'
  return /^https?:\/\//.test(domain) ? null : 'domain must start with http:// or https://'
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
