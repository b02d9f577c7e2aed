import { providerName } from '@portico/contract/providers'

/** A provider of a project: a known one by its id alone, or an issuer by URL. */
export interface OfferedProvider {
  readonly id: string
  readonly displayName?: string
  readonly iconUrl?: string | null
}

/** The providers that a project enables: the known ones, then the issuers. */
export function offeredProviders({
  oauthProviders,
  oidcProviders = [],
}: {
  readonly oauthProviders: readonly OfferedProvider[]
  readonly oidcProviders?: readonly OfferedProvider[]
}): readonly OfferedProvider[] {
  return [...oauthProviders, ...oidcProviders]
}

/** The name that visitors see. */
export function nameOf({ id, displayName = providerName(id) }: OfferedProvider): string {
  return displayName
}
