const DAY_MILLIS = 86_400_000
const SOON_MILLIS = 30 * DAY_MILLIS
/** Every key set has an expiry. An expiry in the far future means that the set does not expire. */
const NEVER_YEARS = 100
/** A set from some years ago still counts as one that never expires. */
const NEVER_FROM_MILLIS = 50 * 365 * DAY_MILLIS

/** The expiry of a key set that does not expire. */
export function neverExpires(now = new Date()): Date {
  const date = new Date(now)
  date.setFullYear(date.getFullYear() + NEVER_YEARS)
  return date
}

/** Whether an expiry means that the set does not expire. */
export function isNever(expiresAt: Date, now = Date.now()): boolean {
  return expiresAt.getTime() - now >= NEVER_FROM_MILLIS
}

/** Whether a valid key set expires in the next 30 days. */
export function expiresSoon(expiresAt: Date, now = Date.now()): boolean {
  return expiresAt.getTime() - now < SOON_MILLIS
}
