import { countryIn, type PlaceSource } from './end-user.ts'

/** Where a call comes from, as a trusted proxy says it, whatever program calls. */
export interface NetworkOrigin {
  readonly countryCode: string | null
  /** Null if no trusted proxy says it. */
  readonly isAnonymous: boolean | null
}

/** In place of a country, Cloudflare sends this for the Tor network. */
const TOR = 'T1'

/** Reads only headers that the operator names: a proxy passes on other vendors' headers as the caller wrote them. */
export function networkOriginOf(
  headers: Headers,
  { isProxyTrusted, countryHeader, anonymousNetworkHeader }: PlaceSource,
): NetworkOrigin {
  if (!isProxyTrusted) return { countryCode: null, isAnonymous: null }
  const country = countryHeader === null ? null : countryIn(headers, countryHeader)
  const flag = anonymousNetworkHeader === null ? null : flagIn(headers, anonymousNetworkHeader)
  return {
    countryCode: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
    // A country does not show that the network is an ordinary one.
    isAnonymous: flag ?? (country === TOR ? true : null),
  }
}

function flagIn(headers: Headers, name: string): boolean | null {
  const text = headers.get(name)?.trim().toLowerCase()
  if (text === '1' || text === 'true') return true
  return text === '0' || text === 'false' ? false : null
}
