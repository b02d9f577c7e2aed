import { isPlainPath } from '@portico/protocols/same-origin-url'
import { findPublicHttpsProblem, parseTrustedDomain } from '@portico/protocols/trusted-url'

/** Something that production mode does not allow. */
export interface ProductionModeError {
  readonly rule: 'allow-localhost' | 'invalid-url' | 'localhost' | 'ip-address' | 'not-https'
  /** The trusted domain; absent for `allow-localhost`. */
  readonly domain?: string
  readonly message: string
  /** The page of the dashboard that shows the setting, from the root of its site. */
  readonly relativeFixUrl: string
}

/** The members of a project that production mode limits. */
interface CheckedProject {
  readonly id: string
  readonly config: {
    readonly allowLocalhost: boolean
    readonly domains: readonly { readonly domain: string }[]
  }
}

const messages: Readonly<Record<ProductionModeError['rule'], (domain: string) => string>> = {
  'allow-localhost': () => 'Localhost is allowed. Any program on a user’s computer could receive their sign-in.',
  'invalid-url': (domain) =>
    `${domain} is not a valid URL. Use the origin of your app, such as https://app.example.com.`,
  localhost: (domain) => `${domain} is localhost. Use a domain name.`,
  'ip-address': (domain) => `${domain} is a bare IP address. Use a domain name.`,
  'not-https': (domain) => `${domain} does not use HTTPS. Sign-in codes could be read on the way.`,
}

/** Returns what has to change before the project can go into production: at most one error for each domain. */
export function findProductionModeErrors({ id, config }: CheckedProject): ProductionModeError[] {
  const relativeFixUrl = `/projects/${encodeURIComponent(id)}/domains`
  const create = (rule: ProductionModeError['rule'], domain?: string): ProductionModeError => ({
    rule,
    ...(domain !== undefined && { domain }),
    message: messages[rule](domain ?? ''),
    relativeFixUrl,
  })
  const ofDomains = config.domains.flatMap(({ domain }) => {
    const entry = parseTrustedDomain(domain)
    const rule = entry ? findPublicHttpsProblem(entry.url) : 'invalid-url'
    return rule === null ? [] : [create(rule, domain)]
  })
  return [...(config.allowLocalhost ? [create('allow-localhost')] : []), ...ofDomains]
}

/** Whether the service accepts a text as a trusted domain. Its host may contain wildcards. */
export function isTrustedDomain(domain: string): boolean {
  return parseTrustedDomain(domain) !== null
}

/** Whether the service accepts a text as the path of the sign-in pages below a trusted domain. */
export function isHandlerPath(path: string): boolean {
  return isPlainPath(path)
}
