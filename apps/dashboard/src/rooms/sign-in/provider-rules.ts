import type { OAuthProviderId } from '@portico/client/admin'
import type { ProjectConfig } from '../../data/project-config.ts'
import type { ProjectConfigUpdate } from '../../data/projects.ts'

export type StoredProvider = ProjectConfig['oauthProviders'][number]
type ProviderUpdate = NonNullable<ProjectConfigUpdate['oauthProviders']>[number]

/** What the form of a provider shows. */
export interface ProviderValues {
  readonly keys: 'own' | 'shared'
  readonly clientId: string
  /** Empty: the stored one stays. */
  readonly clientSecret: string
  readonly microsoftTenantId: string
  readonly facebookConfigId: string
}

/** @param hasShared whether the service has shared keys for the provider */
export function valuesOfProvider(stored: StoredProvider | undefined, hasShared: boolean): ProviderValues {
  const own = stored?.type === 'standard' ? stored : undefined
  return {
    keys: own || (!stored?.enabled && !hasShared) ? 'own' : 'shared',
    clientId: own?.clientId ?? '',
    clientSecret: '',
    microsoftTenantId: own?.microsoftTenantId ?? '',
    facebookConfigId: own?.facebookConfigId ?? '',
  }
}

/** Which keys a provider has or needs. `none`: it is off and can be switched on with shared keys. */
export function keysOfProvider(
  stored: StoredProvider | undefined,
  hasShared: boolean,
): 'own' | 'shared' | 'missing' | 'none' {
  if (stored?.type === 'standard') return 'own'
  if (stored?.enabled) return 'shared'
  return hasShared ? 'none' : 'missing'
}

/** Switches a provider on or off. Without keys of its own it uses the shared ones. */
export function switchProvider(
  list: readonly StoredProvider[],
  id: OAuthProviderId,
  enabled: boolean,
): ProviderUpdate[] {
  return replaceProvider(list, { ...(list.find((one) => one.id === id) ?? { id, type: 'shared' as const }), enabled })
}

/** Stores what the form shows. The first keys of the project switch a provider on; a change of them does not. */
export function writeProvider(
  list: readonly StoredProvider[],
  id: OAuthProviderId,
  values: ProviderValues,
): ProviderUpdate[] {
  const stored = list.find((one) => one.id === id)
  const enabled = stored?.type === 'standard' || values.keys === 'shared' ? (stored?.enabled ?? true) : true
  if (values.keys === 'shared') return replaceProvider(list, { id, type: 'shared', enabled })
  const known = stored?.type === 'standard' ? stored.clientSecret : ''
  const { microsoftTenantId, facebookConfigId } = values
  return replaceProvider(list, {
    id,
    type: 'standard',
    enabled,
    clientId: values.clientId.trim(),
    // The service takes its own mask for the stored secret.
    clientSecret: values.clientSecret.trim() || known,
    ...(microsoftTenantId.trim() !== '' && { microsoftTenantId: microsoftTenantId.trim() }),
    ...(facebookConfigId.trim() !== '' && { facebookConfigId: facebookConfigId.trim() }),
  })
}

/**
 * The sign-in page of the app, where an owner can try a provider: that of the first domain that names one host. Null
 * without one.
 */
export function signInPageOf(domains: ProjectConfig['domains']): string | null {
  const found = domains.find(
    ({ domain }) => /^https?:\/\//.test(domain) && URL.canParse(domain) && !domain.includes('*'),
  )
  if (!found) return null
  const url = new URL(found.domain)
  // Assigned, not resolved: resolving a path that begins with two slashes would change the host.
  url.pathname = `${found.handlerPath.replace(/\/+$/, '')}/sign-in`
  return url.href
}

export function removeProvider(list: readonly StoredProvider[], id: OAuthProviderId): ProviderUpdate[] {
  return list.filter((one) => one.id !== id)
}

function replaceProvider(list: readonly StoredProvider[], entry: ProviderUpdate): ProviderUpdate[] {
  return [...list.filter((one) => one.id !== entry.id), entry]
}
