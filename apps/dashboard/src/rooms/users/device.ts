import { readDevice } from '@portico/client/admin'

/**
 * The device of a session: "Chrome · macOS", otherwise its user agent. A client can send any user agent: it is a hint
 * only.
 */
export function describeDevice(userAgent: string = ''): { readonly name: string | null; readonly isPhone: boolean } {
  const { browser, system, isPhone } = readDevice(userAgent)
  const known = [browser, system].filter((name) => name !== null)
  return { name: known.length > 0 ? known.join(' · ') : userAgent.trim() || null, isPhone }
}
