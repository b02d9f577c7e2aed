const officialClient = /@stackframe\/[\w-]+@(\d+)\.(\d+)\.(\d+)/

/** The first official client whose catalogue contains RESTRICTED_USER_NOT_ALLOWED. */
const FIRST_WITH_SUSPENSIONS = [2, 8, 58] as const

/** An official client whose catalogue contains SIGN_UP_REJECTED. */
const FIRST_WITH_REFUSED_SIGN_UPS = [2, 8, 108] as const

/** The oldest official client that the service supports; `interop/` tests it. */
export const OLDEST_OFFICIAL_CLIENT = [2, 8, 3] as const

type Version = readonly [major: number, minor: number, patch: number]

/** Whether the call comes from a client of the original SDK. */
export function isOfficialClient(clientVersion: string | null): boolean {
  return officialClient.test(clientVersion ?? '')
}

/**
 * Whether the client knows the error of a suspended user. An older official client fails on a code that it does not
 * know, so it gets the sentence alone. Every other client, and a call without the header, gets the code.
 *
 * @param clientVersion the header `x-stack-client-version`, such as `js @stackframe/react@2.8.3`
 */
export function knowsSuspensions(clientVersion: string | null): boolean {
  return !isOlderOfficialClient(clientVersion, FIRST_WITH_SUSPENSIONS)
}

/** As `knowsSuspensions`, for the error of a sign-up that a rule refused. */
export function knowsRefusedSignUps(clientVersion: string | null): boolean {
  return !isOlderOfficialClient(clientVersion, FIRST_WITH_REFUSED_SIGN_UPS)
}

/** Whether the client is an official one that the service no longer supports. Every other client is supported. */
export function isUnsupported(clientVersion: string): boolean {
  return isOlderOfficialClient(clientVersion, OLDEST_OFFICIAL_CLIENT)
}

function isOlderOfficialClient(clientVersion: string | null, version: Version): boolean {
  const [, ...numbers] = officialClient.exec(clientVersion ?? '') ?? []
  const position = numbers.findIndex((number, index) => Number(number) !== version[index])
  return position !== -1 && Number(numbers[position]) < Number(version[position])
}
