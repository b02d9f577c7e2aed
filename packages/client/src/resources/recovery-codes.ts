import type { Owner } from './owner.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'

/** The recovery codes of a user, each of which takes the place of a code from the authenticator app once. */
export interface RecoveryCodes {
  /** How many codes are unused. */
  readonly unused: number
  /** When the codes were created; null if the user has never created any for this app. */
  readonly createdAt: Date | null
}

/** The methods of a user for recovery codes. */
export interface RecoveryCodeActions {
  /** Reads how many recovery codes are left. */
  getRecoveryCodes(): Promise<RecoveryCodes>
  /**
   * Creates ten recovery codes and ends the older ones. Show them at once: the service cannot return them again. Throws
   * `MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED` without an authenticator app, and `INVALID_TOTP_CODE` for a wrong code.
   *
   * @param options.totpCode a code from the authenticator app, or an unused recovery code. Required unless the project
   *   turns that off
   */
  createRecoveryCodes(options?: { totpCode?: string }): Promise<string[]>
}

export function recoveryCodeActions({ request, session }: Owner): RecoveryCodeActions {
  return {
    getRecoveryCodes: async () => present(await request('GET /auth/mfa/recovery-codes', { session })),
    createRecoveryCodes: async (options = {}) => {
      const body = bodyOf(options)
      const { codes } = await request('POST /auth/mfa/recovery-codes', { body, session })
      return codes
    },
  }
}
