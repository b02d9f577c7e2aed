import type { ApiKeyInvalidity, TeamApiKey, UserApiKey } from '@portico/client'
import type { Translate } from '../../i18n/translate.ts'

export type ListedApiKey = UserApiKey | TeamApiKey

export type ApiKeyStatus = 'valid' | 'expired' | 'revoked'

export const apiKeyStatuses: readonly ApiKeyStatus[] = ['valid', 'expired', 'revoked']

const statusByInvalidity: Readonly<Record<ApiKeyInvalidity, ApiKeyStatus>> = {
  'manually-revoked': 'revoked',
  expired: 'expired',
}

const DAY_MILLIS = 86_400_000
/** A key that expires within this time is announced. */
const EXPIRES_SOON_MILLIS = 14 * DAY_MILLIS

export function statusOf(key: ListedApiKey): ApiKeyStatus {
  const invalidity = key.whyInvalid()
  return invalidity === null ? 'valid' : statusByInvalidity[invalidity]
}

export function describeStatus(t: Translate, status: ApiKeyStatus): string {
  return { valid: t('Valid'), expired: t('Expired'), revoked: t('Revoked') }[status]
}

/** The kind and the last characters of a key: `sk_…3f9a`. */
export function maskedValueOf({ isPublic, value }: ListedApiKey): string {
  return `${isPublic ? 'pk' : 'sk'}_…${value.lastFour}`
}

/** Since when or until when a status applies. Null: without end. */
export function momentOf(key: ListedApiKey): Date | null {
  return key.manuallyRevokedAt ?? key.expiresAt ?? null
}

export function expiresSoon({ expiresAt }: ListedApiKey, nowMillis: number): boolean {
  return expiresAt !== undefined && expiresAt.getTime() - nowMillis <= EXPIRES_SOON_MILLIS
}

/** After how many days a key expires. */
export type Expiry = '1' | '7' | '30' | '90' | '365' | 'never'

export const expiries: readonly Expiry[] = ['1', '7', '30', '90', '365', 'never']
export const defaultExpiry: Expiry = '30'

export function describeExpiry(t: Translate, expiry: Expiry): string {
  if (expiry === 'never') return t('Never')
  if (expiry === '1') return t('1 day')
  return expiry === '365' ? t('1 year') : t('{n} days', { n: expiry })
}

/** Null: the key does not expire. */
export function expiryDateOf(expiry: Expiry, nowMillis: number): Date | null {
  return expiry === 'never' ? null : new Date(nowMillis + Number(expiry) * DAY_MILLIS)
}
