import type { MovedUser } from '@portico/contract'
import { IMAGE_URL_MAX_CHARACTERS } from '@portico/contract/limits'

import { asObject } from '../input/json.ts'

const END_OF_YEAR_9999 = 253_402_300_799_999

type MovedMetadata = NonNullable<MovedUser['client_metadata']>

/** Returns null for anything but a text that is not empty. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** An id that the service can keep. */
export function uuidOf(value: unknown): string | null {
  const text = textOf(value)
  return text && /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(text)
    ? text.toLowerCase()
    : null
}

/** A language tag that the service accepts, also with an underscore. */
export function localeOf(value: unknown): string | null {
  const tag = textOf(value)?.replace('_', '-')
  return tag && /^[a-z]{2}(?:-[a-z]{2})?$/i.test(tag) ? tag : null
}

/** Numbers and their texts count as text, because systems write ids as either. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOf(value)
}

export function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(?:t|true|1)$/i.test(value))
}

/**
 * Reads a moment: ISO 8601, PostgreSQL's form of it, milliseconds, or seconds since the epoch, as a number or as text.
 * Moments without a zone are in UTC.
 *
 * @returns whole milliseconds since the epoch, or null
 */
export function millisOf(value: unknown): number | null {
  if (typeof value === 'number') return withinBounds(isSeconds(value) ? value * 1000 : value)
  if (typeof value !== 'string' || value === '') return null
  if (/^\d+(?:\.\d+)?$/.test(value)) return millisOf(Number(value))
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)(\.\d+)?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i.exec(value)
  if (!match) return withinBounds(Date.parse(value))
  const [, date, time = '00:00:00', fraction = '', zone] = match
  return withinBounds(Date.parse(`${date}T${time}${fraction.slice(0, 4)}${zoneOf(zone)}`))
}

function zoneOf(zone: string | undefined): string {
  if (!zone || /^(?:z|utc)$/i.test(zone)) return 'Z'
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** A number of seconds, read as milliseconds, would be a moment in January 1970, when no system had users. */
function isSeconds(value: number): boolean {
  return value < 100_000_000_000
}

/** Leaves out a moment that the service would refuse, so that the user is imported without it. */
function withinBounds(millis: number): number | null {
  return millis >= 0 && millis <= END_OF_YEAR_9999 ? Math.floor(millis) : null
}

/** Leaves out a picture that the service would refuse, so that the user is imported without it. */
export function imageUrlOf(value: unknown): string | null {
  const url = textOf(value)
  if (!url || url.length > IMAGE_URL_MAX_CHARACTERS || url.includes(' ')) return null
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null
}

/** Also accepts the inline pictures of the Stack protocol. */
export function imageOf(value: unknown): string | null {
  const text = textOf(value)
  if (!text || text.length > IMAGE_URL_MAX_CHARACTERS) return null
  return /^data:image\/[a-z]+;base64,[\w+/]+=*$/.test(text) ? text : imageUrlOf(text)
}

/** Omits fields that are undefined or null. */
export function present<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  // The filter removes what the result type excludes.
  return Object.fromEntries(kept) as { [K in keyof T]?: NonNullable<T[K]> }
}

/** Returns null for a value that is not an object, or is empty. */
export function metadataOf(value: unknown): MovedMetadata | null {
  const object = asObject(value)
  // A reader has parsed the value from JSON or text.
  return object && Object.keys(object).length > 0 ? (object as MovedMetadata) : null
}
