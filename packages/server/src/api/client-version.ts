const officialClient = /@stackframe\/[\w-]+@(\d+)\.(\d+)\.(\d+)/

/** The first official client whose catalogue contains RESTRICTED_USER_NOT_ALLOWED. */
const FIRST_WITH_SUSPENSIONS = [2, 8, 58] as const

/**
 * Whether the client knows the error of a suspended user. An older official client fails on a code that it does not know,
 * so it gets the sentence alone. Every other client, and a call without the header, gets the code.
 *
 * @param clientVersion the header `x-stack-client-version`, such as `js @stackframe/react@2.8.3`
 */
export function knowsSuspensions(clientVersion: string | null): boolean {
  const [, ...numbers] = officialClient.exec(clientVersion ?? '') ?? []
  const position = numbers.findIndex((number, index) => Number(number) !== FIRST_WITH_SUSPENSIONS[index])
  return position === -1 || Number(numbers[position]) > Number(FIRST_WITH_SUSPENSIONS[position])
}
