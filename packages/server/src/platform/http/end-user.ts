import { USER_AGENT_MAX_CHARACTERS } from '@portico/contract'

/** Where a session was last used, for the session list. Keys are camel case on the wire as well. */
export interface EndUser {
  ip: string
  userAgent?: string
  countryCode?: string
  regionCode?: string
  cityName?: string
  latitude?: number
  longitude?: number
  tzIdentifier?: string
}

const HEADER_TEXT_MAX_CHARACTERS = 200

/** The headers of common proxies with the country of the end user. */
const countryHeaders = ['cf-ipcountry', 'x-vercel-ip-country']
/** What proxies send for an unknown country. */
const UNKNOWN_COUNTRY = 'XX'

/** Headers with the location of the end user, as set by common proxies. */
const placeHeaders = {
  regionCode: ['x-vercel-ip-country-region'],
  cityName: ['x-vercel-ip-city'],
  latitude: ['x-vercel-ip-latitude'],
  longitude: ['x-vercel-ip-longitude'],
  tzIdentifier: ['x-vercel-ip-timezone'],
} as const

/** Where the service reads the place of an end user from. */
export interface PlaceSource {
  /** Whether a proxy that the operator trusts has sent the request. */
  readonly isProxyTrusted: boolean
  /** The header with the country. Null: the headers of common proxies. */
  readonly countryHeader: string | null
  /** The header that says whether the network is anonymous. Null: no header does. */
  readonly anonymousNetworkHeader: string | null
}

/** Returns the beginning of the `User-Agent` header; null without one. The only function that reads this header. */
export function userAgentOf(headers: Headers): string | null {
  return headers.get('user-agent')?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null
}

/**
 * Returns the location of the end user, from the browser and a trusted proxy. Null if the caller does not look like a
 * browser: a server that calls on behalf of a user is not the end user.
 */
export function endUserOf(
  headers: Headers,
  clientAddress: string,
  { isProxyTrusted, countryHeader }: Omit<PlaceSource, 'anonymousNetworkHeader'>,
): EndUser | null {
  const userAgent = userAgentOf(headers) ?? ''
  if (!/Mozilla|Chrome|Safari/.test(userAgent)) return null
  const endUser: EndUser = { ip: clientAddress, userAgent }
  return isProxyTrusted ? { ...endUser, ...countryOf(headers, countryHeader), ...placeOf(headers) } : endUser
}

/** Ignores everything but two upper-case letters (ISO 3166-1 alpha-2). */
function countryOf(headers: Headers, countryHeader: string | null): Pick<EndUser, 'countryCode'> {
  const countryCode = countryIn(headers, countryHeader)
  return countryCode !== null && /^[A-Z]{2}$/.test(countryCode) ? { countryCode } : {}
}

/** What proxies send as the country; null for an unknown one. */
export function countryIn(headers: Headers, countryHeader: string | null): string | null {
  const names = countryHeader === null ? countryHeaders : [countryHeader]
  const headerValue = names.map((name) => headers.get(name)).find(Boolean)
  return headerValue && headerValue !== UNKNOWN_COUNTRY ? headerValue : null
}

function placeOf(headers: Headers): Partial<EndUser> {
  const place: Record<string, string | number> = {}
  for (const [field, names] of Object.entries(placeHeaders)) {
    const text = names
      .map((name) => headers.get(name))
      .find(Boolean)
      ?.slice(0, HEADER_TEXT_MAX_CHARACTERS)
    if (!text) continue
    const isNumber = field === 'latitude' || field === 'longitude'
    if (!isNumber) place[field] = text
    else if (Number.isFinite(Number(text))) place[field] = Number(text)
  }
  return place
}
