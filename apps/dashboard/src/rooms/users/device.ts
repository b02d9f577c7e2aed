// In this order: most browsers also name the ones they derive from, so specific ones come first.
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
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

/** The device of a session: "Chrome · macOS", otherwise its user agent. A client can send any user agent: it is a hint only. */
export function readDevice(userAgent: string | undefined): { readonly name: string | null; readonly isPhone: boolean } {
  const nameIn = (list: typeof browsers): string | undefined =>
    list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const system = nameIn(systems)
  const known = [nameIn(browsers), system].filter((name) => name !== undefined)
  return {
    name: known.length > 0 ? known.join(' · ') : userAgent?.trim() || null,
    isPhone: system === 'iPhone' || (system === 'Android' && /\bMobile\b/.test(userAgent ?? '')),
  }
}
