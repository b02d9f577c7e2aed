const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const RELATIVE_DAYS = 7

const ageUnits = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const

/** Numbers, times, lists and names of countries in one language. */
export interface Format {
  readonly locale: string
  number(value: number): string
  percent(share: number): string
  /** `12 Mar 2026` */
  date(at: Date): string
  /** `12 Mar 2026`, in German `12.03.2026` */
  mediumDate(at: Date): string
  /** `12 Mar 2026, 13:02` */
  dateTime(at: Date): string
  /** `12 March 2026 at 13:02` */
  longDateTime(at: Date): string
  /** `23 October 2026` */
  longDate(at: Date): string
  /** `Saturday, 14 November 2026`, of a day in UTC */
  day(at: Date): string
  /** `23 Oct`, of a day in UTC */
  shortDay(at: Date): string
  /** `13:02:11` */
  clock(at: Date): string
  /** `13:02:11`, in UTC */
  utcClock(at: Date): string
  /** The exact time in UTC, for tooltips. */
  exact(at: Date): string
  /** `2 min ago`; a date after 7 days. */
  relative(at: Date, now?: number): string
  /**
   * The time since then in the largest fitting unit: `2 hours ago`, `yesterday`, `last month`; below a minute, `now`.
   */
  age(at: Date, now?: number): string
  /** The time until then in hours or days: `in 6 days`. */
  remaining(at: Date, now?: number): string
  list(items: readonly string[]): string
  /** `30 days`, in the largest unit without a remainder. */
  duration(millis: number): string
  /** The name of a country by its code (ISO 3166-1 alpha-2); an unknown code as it is. */
  country(code: string): string
}

/** Creates the formats of a locale, such as `en-GB`. */
export function createFormat(locale: string): Format {
  const dates = (options: Intl.DateTimeFormatOptions): ((at: Date) => string) => {
    const format = new Intl.DateTimeFormat(locale, options)
    return (at) => format.format(at)
  }
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const inWords = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const date = dates({ day: 'numeric', month: 'short', year: 'numeric' })
  const utc = dates({ dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' })
  return {
    locale,
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    date,
    mediumDate: dates({ dateStyle: 'medium' }),
    dateTime: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    longDateTime: dates({ dateStyle: 'long', timeStyle: 'short' }),
    longDate: dates({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    day: dates({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    shortDay: dates({ day: 'numeric', month: 'short', timeZone: 'UTC' }),
    clock: dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    utcClock: dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }),
    exact: (at) => `${utc(at)} UTC`,
    relative: (at, now = Date.now()) => {
      const passed = now - at.getTime()
      const size = Math.abs(passed)
      if (size >= RELATIVE_DAYS * DAY) return date(at)
      if (size < MINUTE) return ago.format(0, 'second')
      const [unit, length] =
        size < HOUR ? (['minute', MINUTE] as const) : size < DAY ? (['hour', HOUR] as const) : (['day', DAY] as const)
      return ago.format(-Math.trunc(passed / length), unit)
    },
    age: (at, now = Date.now()) => {
      // Differing clocks must not produce a time in the future.
      const passed = Math.max(0, now - at.getTime())
      const [unit, length] = ageUnits.find(([, millis]) => passed >= millis) ?? (['second', Infinity] as const)
      return inWords.format(-Math.floor(passed / length), unit)
    },
    remaining: (at, now = Date.now()) => {
      const left = Math.max(HOUR, at.getTime() - now)
      const [unit, length] = left < DAY ? (['hour', HOUR] as const) : (['day', DAY] as const)
      return new Intl.RelativeTimeFormat(locale).format(Math.floor(left / length), unit)
    },
    list: (items) => list.format(items),
    duration: (millis) => {
      const [unit, length] = largestUnit(millis)
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(millis / length)
    },
    country: (code) => (/^[a-z]{2}$/i.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code),
  }
}

function largestUnit(millis: number): readonly [unit: 'day' | 'hour' | 'minute' | 'second', length: number] {
  if (millis % DAY === 0) return ['day', DAY]
  if (millis % HOUR === 0) return ['hour', HOUR]
  return millis % MINUTE === 0 ? ['minute', MINUTE] : ['second', 1_000]
}
