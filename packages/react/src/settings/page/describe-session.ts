import type { ActiveSession } from '@portico/client'
import type { Format } from '@portico/ui/language/format'
import type { Translate } from '../../i18n/translate.ts'
import { readDevice } from '@portico/contract/device-name'

/** The device of a session: "Chrome on macOS", otherwise its user agent. */
export function describeDevice(t: Translate, userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent.trim() === '') return t('Unknown device')
  const { browser, system } = readDevice(userAgent)
  if (browser !== null && system !== null) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? userAgent
}

/** `describeDevice` without text that an attacker could choose: an unknown device has no name. */
export function describeKnownDevice(t: Translate, userAgent: string): string {
  const { browser, system } = readDevice(userAgent)
  return describeDevice(t, browser === null && system === null ? undefined : userAgent)
}

/** City and country of the last use, as far as known; null if neither is. */
export function describePlace(format: Format, geo: ActiveSession['geoInfo']): string | null {
  const parts = [geo?.cityName, geo?.countryCode && format.country(geo.countryCode)].filter(Boolean)
  return parts.length === 0 ? null : parts.join(', ')
}
