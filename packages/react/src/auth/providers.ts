import { oauthProviderNames } from '@portico/contract/providers'

/** The name of a provider (specification section 9). For a provider that this version does not know, its id. */
export function providerName(provider: string): string {
  const names: Readonly<Record<string, string>> = oauthProviderNames
  return (Object.hasOwn(names, provider) ? names[provider] : undefined) ?? provider
}
