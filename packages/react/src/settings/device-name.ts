/** What a browser says of itself, in two words. Either is null where we do not know it. */
export interface Device {
  readonly browser: string | null
  readonly system: string | null
  readonly isPhone: boolean
}

// In this order: most browsers also name those they descend from, so the special ones come first.
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/**
 * Reads the common browsers and systems out of a user agent string.
 *
 * For people to recognise their own devices by, never to decide anything: anyone can claim to be anything here.
 */
export function readDevice(userAgent: string): Device {
  const nameIn = (list: typeof browsers): string | null =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const system = nameIn(systems)
  return {
    browser: nameIn(browsers),
    system,
    isPhone: system === 'iPhone' || (system === 'Android' && /\bMobile\b/.test(userAgent)),
  }
}
