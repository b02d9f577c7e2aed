import type { MasterSecret } from '../../platform/crypto/master-secret.ts'

const PURPOSE = 'publishable client key of the dashboard'

/**
 * The publishable client key of "internal" that the dashboard uses. It is derived, so every node accepts it, no stored
 * key can be revoked under a running dashboard, and a rotation of the master secret replaces it. Like every publishable
 * key, it is public.
 */
export function dashboardKey(secret: MasterSecret): string {
  return toKey(secret.mac(PURPOSE, 'internal'))
}

/** Like `dashboardKey`, with every master secret: a page that was loaded before a rotation keeps working. */
export function dashboardKeys(secret: MasterSecret): string[] {
  return secret.macs(PURPOSE, 'internal').map(toKey)
}

function toKey(mac: Buffer): string {
  return `pck_${mac.toString('hex')}`
}
