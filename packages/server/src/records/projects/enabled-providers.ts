import { oauthProviderNames } from '@portico/contract'

import type { ProjectConfig } from './project.ts'
import { isProviderId } from './shared-provider.ts'

type Providers = Pick<ProjectConfig, 'oauthProviders' | 'oidcProviders'>

/** The ids of the providers that users can sign in with: known providers, and issuers by URL. */
export function listEnabledProviderIds({ oauthProviders, oidcProviders }: Providers): string[] {
  return [...oauthProviders, ...oidcProviders].filter(({ enabled }) => enabled).map(({ id }) => id)
}

/** The name of a provider; its id if the project no longer has the issuer. */
export function nameOfProvider({ oidcProviders }: Pick<Providers, 'oidcProviders'>, id: string): string {
  if (isProviderId(id)) return oauthProviderNames[id]
  return oidcProviders.find((issuer) => issuer.id === id)?.displayName ?? id
}
