import type { KeySet } from '../../data/api-keys.ts'
import { expiresSoon, isNever } from '../../data/key-expiry.ts'
import { startOfLocalDay } from '../../kit/local-day.ts'

const DAY_MILLIS = 86_400_000

export type KeyStatus =
  | { readonly kind: 'valid' | 'expired' | 'revoked'; readonly at: Date }
  | { readonly kind: 'expires-soon'; readonly days: number }
  | { readonly kind: 'never-expires' }

/** The status of a key set. An expired one is expired even if it is revoked too. */
export function statusOf(
  { expiresAt, manuallyRevokedAt }: Pick<KeySet, 'expiresAt' | 'manuallyRevokedAt'>,
  now = Date.now(),
): KeyStatus {
  const left = expiresAt.getTime() - now
  if (left <= 0) return { kind: 'expired', at: expiresAt }
  if (manuallyRevokedAt) return { kind: 'revoked', at: manuallyRevokedAt }
  if (isNever(expiresAt, now)) return { kind: 'never-expires' }
  if (expiresSoon(expiresAt, now)) return { kind: 'expires-soon', days: Math.ceil(left / DAY_MILLIS) }
  return { kind: 'valid', at: expiresAt }
}

const keyKinds = ['publishable', 'server', 'admin'] as const
type KeyKind = (typeof keyKinds)[number]

type Keys = Pick<KeySet, 'publishableClientKey' | 'secretServerKey' | 'superSecretAdminKey'>

/** The keys of a set by their kinds; null where it has none. */
function keysOf(keySet: Keys): Readonly<Record<KeyKind, { readonly lastFour: string } | null>> {
  return {
    publishable: keySet.publishableClientKey,
    server: keySet.secretServerKey,
    admin: keySet.superSecretAdminKey,
  }
}

/** The consequences of revoking a key set: its keys, and whether each is the last valid one of its kind. */
export function breaksWithout(
  keySet: KeySet,
  all: readonly KeySet[],
): { readonly kind: KeyKind; readonly lastFour: string; readonly isLast: boolean }[] {
  const others = all.filter((other) => other.id !== keySet.id && other.isValid())
  return keyKinds.flatMap((kind) => {
    const key = keysOf(keySet)[kind]
    return key ? [{ kind, lastFour: key.lastFour, isLast: others.every((other) => keysOf(other)[kind] === null) }] : []
  })
}

/** The last second of a day (`2027-11-23`) in the visitor's time zone; null for a malformed day. */
export function endOfDay(date: string): Date | null {
  const nextDay = startOfLocalDay(date, 1)
  return nextDay ? new Date(nextDay.getTime() - 1_000) : null
}
