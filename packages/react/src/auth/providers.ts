import { oauthProviderNames } from '@portico/contract/providers'

/** Returns the name of a provider (specification section 9), or the id of an unknown provider. */
export function providerName(provider: string): string {
  const names: Readonly<Record<string, string>> = oauthProviderNames
  return (Object.hasOwn(names, provider) ? names[provider] : undefined) ?? provider
}
