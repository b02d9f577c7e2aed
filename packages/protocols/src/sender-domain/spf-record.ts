/** The lookups of one check, with those of included domains (RFC 7208 section 4.6.4). */
export const SPF_LOOKUPS_MAX = 10

export type SpfQualifier = '+' | '-' | '~' | '?'

export interface SpfMechanism {
  readonly name: 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists'
  readonly qualifier: SpfQualifier
  /** What follows the colon, without a prefix length; null without a colon. */
  readonly value: string | null
}

export interface SpfRecord {
  /** Up to `all`: later ones are never tested (RFC 7208 section 5.1). */
  readonly mechanisms: readonly SpfMechanism[]
  /** Null without one, and in a record with `all`, which makes it meaningless (RFC 7208 section 6.1). */
  readonly redirect: string | null
}

/** Whether a TXT record is an SPF record of version 1, valid or not (RFC 7208 section 4.5). */
export function isSpfRecord(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text)
}

/** Reads an SPF record, or returns the term that is invalid (RFC 7208 section 12). */
export function parseSpfRecord(text: string): SpfRecord | { readonly invalidTerm: string } {
  const mechanisms: SpfMechanism[] = []
  const modifiers = new Map<string, string>()
  for (const term of text.split(/ +/).slice(1)) {
    if (term === '') continue
    const [, modifier, target = ''] = /^([a-z][\w.-]*)=(.*)$/i.exec(term) ?? []
    if (modifier !== undefined) {
      const name = modifier.toLowerCase()
      const isKnown = name === 'redirect' || name === 'exp'
      if (!isMacroString(target) || (isKnown && (!isDomainSpec(target) || modifiers.has(name)))) {
        return { invalidTerm: term }
      }
      modifiers.set(name, target)
      continue
    }
    const mechanism = parseMechanism(term)
    if (!mechanism) return { invalidTerm: term }
    mechanisms.push(mechanism)
  }
  const last = mechanisms.findIndex(({ name }) => name === 'all')
  if (last === -1) return { mechanisms, redirect: modifiers.get('redirect') ?? null }
  return { mechanisms: mechanisms.slice(0, last + 1), redirect: null }
}

/** Whether a domain depends on the mail that is checked, so that it cannot be looked up without one. */
export function hasMacro(domain: string): boolean {
  return domain.includes('%')
}

function parseMechanism(term: string): SpfMechanism | null {
  const [, sign = '', word = '', rest = ''] = /^([+\-~?]?)([a-z\d]+)((?:[:/].*)?)$/i.exec(term) ?? []
  // Unchecked casts: `rules` has the names, and the expression the signs.
  const name = word.toLowerCase() as SpfMechanism['name']
  if (!Object.hasOwn(rules, name)) return null
  const value = rules[name](rest)
  return value === undefined ? null : { name, qualifier: (sign || '+') as SpfQualifier, value }
}

/** What may follow the name. Each returns the value, or undefined for an invalid one. */
const rules: Readonly<Record<SpfMechanism['name'], (rest: string) => string | null | undefined>> = {
  all: (rest) => (rest === '' ? null : undefined),
  include: requiredDomain,
  exists: requiredDomain,
  ptr: (rest) => (rest === '' ? null : requiredDomain(rest)),
  a: domainAndLengths,
  mx: domainAndLengths,
  ip4: (rest) => {
    const [, address = '', length = '32'] = /^:([\d.]+)(?:\/(\d{1,2}))?$/.exec(rest) ?? []
    return isIpv4(address) && Number(length) <= 32 ? address : undefined
  },
  ip6: (rest) => {
    const [, address = '', length = '128'] = /^:([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(rest) ?? []
    return isIpv6(address) && Number(length) <= 128 ? address : undefined
  },
}

function requiredDomain(rest: string): string | undefined {
  const domain = rest.slice(1)
  return rest.startsWith(':') && isDomainSpec(domain) ? domain : undefined
}

function domainAndLengths(rest: string): string | null | undefined {
  const [, domain, length4 = '32', length6 = '128'] = /^(?::(.*?))?(?:\/(\d{1,2}))?(?:\/\/(\d{1,3}))?$/.exec(rest) ?? []
  if (Number(length4) > 32 || Number(length6) > 128) return undefined
  if (domain !== undefined) return isDomainSpec(domain) ? domain : undefined
  // The expression matches an empty rest, and lengths alone.
  return rest === '' || rest.startsWith('/') ? null : undefined
}

function isMacroString(text: string): boolean {
  return /^(?:[!-$&-~]|%\{[slodiphcrtv]\d*r?[.\-+,/_=]*\}|%[%_-])*$/i.test(text)
}

/** A domain with a dot whose last label is not a number, or a text that ends with a macro. */
function isDomainSpec(text: string): boolean {
  if (!isMacroString(text) || text.length > 253) return false
  return /%\{[^}]*\}$/.test(text) || /\.(?=[a-z\d-]*[a-z-])[a-z\d](?:[a-z\d-]*[a-z\d])?\.?$/i.test(text)
}

function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
}

/** The URL parser implements the text forms of RFC 4291 section 2.2. */
function isIpv6(text: string): boolean {
  return text.includes(':') && URL.canParse(`http://[${text}]`)
}
