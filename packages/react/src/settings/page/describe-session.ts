import type { ActiveSession } from '@portico/client'
import type { Translate } from '../../i18n/translate.ts'
import { readDevice } from '@portico/contract/device-name'

/** The device of a session: "Chrome on macOS", otherwise its user agent. */
export function describeDevice(t: Translate, userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent.trim() === '') return t('Unknown device')
  const { browser, system } = readDevice(userAgent)
  if (browser !== null && system !== null) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? userAgent
}

/** Like above, without text that an attacker could choose: an unknown device has no name. */
export function describeKnownDevice(t: Translate, userAgent: string): string {
  const { browser, system } = readDevice(userAgent)
  return describeDevice(t, browser === null && system === null ? undefined : userAgent)
}

/** City and country of the last use, as far as known; null if neither is. */
export function describePlace(lang: string, geo: ActiveSession['geoInfo']): string | null {
  const parts = [geo?.cityName, geo?.countryCode && countryName(lang, geo.countryCode)].filter(Boolean)
  return parts.length === 0 ? null : parts.join(', ')
}

function countryName(lang: string, code: string): string {
  try {
    return new Intl.DisplayNames([lang], { type: 'region' }).of(code) ?? code
  } catch {
    // Not a region code.
    return code
  }
}

const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, millis: number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** The time since then in the largest fitting unit: "2 hours ago", "yesterday"; below a minute, "now". */
export function describeAge(lang: string, at: Date, nowMillis: number): string {
  // Differing clocks must not produce a time in the future.
  const ageMillis = Math.max(0, nowMillis - at.getTime())
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
  const [unit, millis] = units.find(([, length]) => ageMillis >= length) ?? ['second', Number.POSITIVE_INFINITY]
  return format.format(-Math.floor(ageMillis / millis), unit)
}
