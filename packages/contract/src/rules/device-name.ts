import { USER_AGENT_MAX_CHARACTERS } from '../limits/constants.ts'

/** Browser and system of a user agent; null if unknown. */
export interface Device {
  /** The name of the browser, such as `Firefox`. */
  readonly browser: string | null
  /** The name of the operating system, such as `Android`. */
  readonly system: string | null
  /** Whether the device is a phone. */
  readonly isPhone: boolean
}

type Named = readonly (readonly [pattern: RegExp, name: string])[]

// In this order: most browsers also name the ones they derive from, so specific ones come first. No pattern contains a
// repetition, so matching takes time in proportion to the text.
const browsers: Named = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: Named = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/**
 * Recognises common browsers and systems in a user agent string.
 *
 * For display only: a client can send any user agent.
 */
export function readDevice(userAgent: string): Device {
  // guard: a user agent is cut before patterns read it (drop `.slice(0, USER_AGENT_MAX_CHARACTERS)`)
  const text = userAgent.slice(0, USER_AGENT_MAX_CHARACTERS)
  const nameIn = (list: Named): string | null => list.find(([pattern]) => pattern.test(text))?.[1] ?? null
  const system = nameIn(systems)
  const browser = nameIn(browsers)
  return {
    // Safari sends its version as `Version/…`. Other apps name Safari without it.
    browser: browser === 'Safari' && !/\bVersion\/\d/.test(text) ? null : browser,
    system,
    isPhone: system === 'iPhone' || (system === 'Android' && /\bMobile\b/.test(text)),
  }
}
