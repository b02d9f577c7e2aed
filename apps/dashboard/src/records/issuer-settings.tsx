import { completeUrl } from '../kit/typed-url.ts'
import type { ProjectConfigUpdate } from '../data/projects.ts'
import type { ProjectConfig } from '../data/project-config.ts'
import { choice, password, radio, text, type FieldsOf } from '../page/form/fields.tsx'
import type { IssuersTexts } from '../texts/en/issuers.ts'

/** The settings that a project's issuer and a team's connection have in common. */
export type StoredSettings = Pick<
  ProjectConfig['oidcProviders'][number],
  'displayName' | 'iconUrl' | 'issuerUrl' | 'clientId' | 'authentication'
> & { readonly scopes: readonly string[] }
type Update = NonNullable<ProjectConfigUpdate['oidcProviders']>[number]

const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const
const audiences = ['issuer', 'token_endpoint'] as const

/** What the form of an issuer shows. */
export interface IssuerSettingsValues {
  readonly displayName: string
  readonly issuerUrl: string
  readonly clientId: string
  readonly method: (typeof methods)[number]
  /** Empty: the stored one stays. */
  readonly clientSecret: string
  readonly audience: (typeof audiences)[number]
  /** Separated by spaces. */
  readonly scopes: string
  readonly iconUrl: string
}

export function valuesOfSettings(stored: StoredSettings | undefined): IssuerSettingsValues {
  return {
    displayName: stored?.displayName ?? '',
    issuerUrl: stored?.issuerUrl ?? '',
    clientId: stored?.clientId ?? '',
    method: stored?.authentication.method ?? 'client_secret_basic',
    clientSecret: '',
    audience: stored?.authentication.method === 'private_key_jwt' ? stored.authentication.audience : 'issuer',
    scopes: stored?.scopes.join(' ') ?? 'profile email',
    iconUrl: stored?.iconUrl ?? '',
  }
}

export function fieldsOfSettings(t: IssuersTexts, stored: StoredSettings | undefined): FieldsOf<IssuerSettingsValues> {
  return {
    displayName: text({ label: t.displayName, help: t.displayNameHelp, isRequired: true }),
    issuerUrl: text({
      label: t.issuerUrl,
      help: t.issuerUrlHelp,
      isCode: true,
      isRequired: true,
      input: { type: 'url', placeholder: 'https://acme.okta.com' },
      problemOf: (value) => (isIssuerUrl(value) ? null : t.urlWrong),
    }),
    clientId: text({ label: t.clientId, isCode: true, isRequired: true }),
    method: radio({
      label: t.method,
      initial: 'client_secret_basic',
      options: methods.map((value) => ({ value, ...t.methods[value] })),
    }),
    clientSecret: password({
      label: t.clientSecret,
      input: { className: 'mono' },
      show: { showLabel: t.showSecret, hideLabel: t.hideSecret },
      problemOf: () => null,
      ...(stored && stored.authentication.method !== 'private_key_jwt' && { help: t.secretStored }),
    }),
    audience: choice({
      label: t.audience,
      initial: 'issuer',
      options: audiences.map((value) => ({ value, label: t.audiences[value] })),
    }),
    scopes: text({ label: t.scopes, help: t.scopesHelp, isCode: true, initial: 'profile email' }),
    iconUrl: text({
      label: t.iconUrl,
      help: t.iconHelp,
      isCode: true,
      isOptional: true,
      input: { type: 'url' },
      problemOf: (value) => (value === '' || URL.parse(value)?.protocol === 'https:' ? null : t.urlWrong),
    }),
  }
}

/** An authentication has a secret or an audience. */
export function hiddenSetting({ method }: IssuerSettingsValues): 'clientSecret' | 'audience' {
  return method === 'private_key_jwt' ? 'clientSecret' : 'audience'
}

/** Whether the service may accept the address: without https only on the computer of a developer. */
export function isIssuerUrl(typed: string): boolean {
  const url = URL.parse(completeUrl(typed))
  if (url?.protocol === 'https:') return true
  return url?.protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
}

/** Whether the stored secret stays: the service never sends it to another issuer, and it belongs to one client. */
export function keepsSecret(
  { clientId, issuerUrl }: Pick<IssuerSettingsValues, 'clientId' | 'issuerUrl'>,
  stored: StoredSettings | undefined,
): boolean {
  return (
    stored !== undefined &&
    stored.authentication.method !== 'private_key_jwt' &&
    stored.issuerUrl === completeUrl(issuerUrl) &&
    stored.clientId === clientId.trim()
  )
}

/** The settings as the service accepts them. */
export function settingsOf(
  values: IssuerSettingsValues,
  stored: StoredSettings | undefined,
): Omit<Update, 'id' | 'enabled'> & { scopes: string[]; iconUrl: string | null } {
  return {
    displayName: values.displayName.trim(),
    iconUrl: values.iconUrl.trim() || null,
    issuerUrl: completeUrl(values.issuerUrl),
    clientId: values.clientId.trim(),
    scopes: values.scopes.split(/\s+/).filter((scope) => scope !== ''),
    authentication: authenticationOf(values, stored?.authentication),
  }
}

/**
 * The mask of the stored secret keeps it. Without a private key in the update, the service keeps the stored one or
 * creates one.
 */
function authenticationOf(
  { audience, clientSecret, method }: IssuerSettingsValues,
  stored: StoredSettings['authentication'] | undefined,
): Update['authentication'] {
  if (method === 'private_key_jwt') return { method, audience }
  const known = stored && stored.method !== 'private_key_jwt' ? stored.clientSecret : ''
  return { method, clientSecret: clientSecret.trim() || known }
}
