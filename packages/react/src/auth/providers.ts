import { providerNames } from './provider-names.ts'

/** The name of a provider (specification section 9); of one that this version does not know, its id. */
export function providerName(provider: string): string {
  const names: Readonly<Record<string, string>> = providerNames
  return (Object.hasOwn(names, provider) ? names[provider] : undefined) ?? provider
}
