import {
  oauthProviderIds,
  oauthProviderNames,
  providerRegistrationUrls,
  type OAuthProviderId,
} from '@portico/client/admin'

export interface Provider {
  readonly id: OAuthProviderId
  readonly name: string
  /** Where an app is registered at the provider. */
  readonly url: string
}

export const providers: readonly Provider[] = oauthProviderIds.map((id) => ({
  id,
  name: oauthProviderNames[id],
  url: providerRegistrationUrls[id],
}))

export function findProvider(id: string): Provider | undefined {
  return providers.find((provider) => provider.id === id)
}
