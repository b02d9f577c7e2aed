import { countryIn, type PlaceSource } from './end-user.ts'

/** Where a call comes from, as a trusted proxy says it, whatever program calls. */
export interface NetworkOrigin {
  readonly countryCode: string | null
  /** Null if no trusted proxy says it. */
  readonly isAnonymous: boolean | null
}

/** In place of a country, Cloudflare sends this for the Tor network. */
const TOR = 'T1'

export function networkOriginOf(headers: Headers, source: PlaceSource): NetworkOrigin {
  if (!source.isProxyTrusted) return { countryCode: null, isAnonymous: null }
  const said = countryIn(headers, source.countryHeader)
  const isAnonymous = source.anonymousNetworkHeader === null ? null : flagIn(headers, source.anonymousNetworkHeader)
  return {
    countryCode: said !== null && /^[A-Z]{2}$/.test(said) ? said : null,
    isAnonymous: isAnonymous ?? (said === null ? null : said === TOR),
  }
}

function flagIn(headers: Headers, name: string): boolean | null {
  const text = headers.get(name)?.trim().toLowerCase()
  if (text === '1' || text === 'true') return true
  return text === '0' || text === 'false' ? false : null
}
