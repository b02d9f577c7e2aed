import { isPlainPath } from '@portico/protocols/same-origin-url'
import { findPublicHttpsProblem, parseTrustedDomain } from '@portico/protocols/trusted-url'

/** Something that production mode does not allow. */
export interface ProductionModeError {
  /** The rule that the project breaks. A program decides by it, not by the message. */
  readonly rule: 'allow-localhost' | 'no-domains' | 'invalid-url' | 'localhost' | 'ip-address' | 'not-https'
  /** The trusted domain; absent for `allow-localhost` and `no-domains`. */
  readonly domain?: string
  /** What is wrong, for people. */
  readonly message: string
  /** The page of the dashboard that shows the setting, from the root of its site. */
  readonly relativeFixUrl: string
}

/** Something that production mode allows, and that users can notice. */
export interface ProductionModeWarning {
  /** The rule that the project breaks. A program decides by it, not by the message. */
  readonly rule: 'shared-provider-keys' | 'shared-mail-server'
  /** The ids of the providers that have shared keys; absent for `shared-mail-server`. */
  readonly providers?: readonly string[]
  /** What to consider, for people. */
  readonly message: string
  /** The page of the dashboard that shows the setting, from the root of its site. */
  readonly relativeFixUrl: string
}

/** The members of a project that production mode limits. */
interface CheckedProject {
  /** The id of the project, for the pages of the dashboard. */
  readonly id: string
  /** The settings that decide. */
  readonly config: {
    readonly allowLocalhost: boolean
    readonly domains: readonly { readonly domain: string }[]
  }
}

const messages: Readonly<Record<ProductionModeError['rule'], (domain: string) => string>> = {
  'allow-localhost': () => 'Localhost is allowed. Any program on a user’s computer could receive their sign-in.',
  'no-domains': () => 'No domain is trusted, so no page could sign users in. Add the origin of your app.',
  'invalid-url': (domain) =>
    `${domain} is not a valid URL. Use the origin of your app, such as https://app.example.com.`,
  localhost: (domain) => `${domain} is localhost. Use a domain name.`,
  'ip-address': (domain) => `${domain} is a bare IP address. Use a domain name.`,
  'not-https': (domain) => `${domain} does not use HTTPS. Sign-in codes could be read on the way.`,
}

/** The members of a project that production mode warns about. */
interface WarnedProject {
  /** The id of the project, for the pages of the dashboard. */
  readonly id: string
  /** The settings that decide. */
  readonly config: {
    readonly oauthProviders: readonly {
      readonly id: string
      readonly type: 'shared' | 'standard'
      readonly enabled: boolean
    }[]
    readonly emailConfig: { readonly type: 'shared' | 'standard' | 'endpoint' }
  }
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
  return [
    ...(config.allowLocalhost ? [create('allow-localhost')] : []),
    ...(config.domains.length === 0 ? [create('no-domains')] : []),
    ...ofDomains,
  ]
}

/** Returns what reveals the operator to users of a project in production mode. It does not prevent production mode. */
export function findProductionModeWarnings({ id, config }: WarnedProject): ProductionModeWarning[] {
  const project = `/projects/${encodeURIComponent(id)}`
  const providers = config.oauthProviders.flatMap((one) => (one.enabled && one.type === 'shared' ? [one.id] : []))
  return [
    ...(providers.length > 0
      ? [
          {
            rule: 'shared-provider-keys',
            providers,
            message: 'Providers use shared keys, so they show the name of the operator. Register your own apps.',
            relativeFixUrl: `${project}/sign-in`,
          } as const,
        ]
      : []),
    ...(config.emailConfig.type === 'shared'
      ? [
          {
            rule: 'shared-mail-server',
            message: 'Emails come from the shared mail server, with its sender. Set up your own.',
            relativeFixUrl: `${project}/emails/server`,
          } as const,
        ]
      : []),
  ]
}

/** Whether the service accepts a text as a trusted domain. Its host may contain wildcards. */
export function isTrustedDomain(domain: string): boolean {
  return parseTrustedDomain(domain) !== null
}

/** Whether the service accepts a text as the path of the sign-in pages below a trusted domain. */
export function isHandlerPath(path: string): boolean {
  return isPlainPath(path)
}
