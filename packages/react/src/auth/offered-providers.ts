import { providerName } from '@portico/contract/providers'

/** A provider of a project: a known one by its id alone, or an issuer by URL. */
export interface OfferedProvider {
  /** The id that `signInWithOAuth` takes. */
  readonly id: string
  /** The name on the button; that of a known provider is the default. */
  readonly displayName?: string
  /** The picture on the button; null: a key. */
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
