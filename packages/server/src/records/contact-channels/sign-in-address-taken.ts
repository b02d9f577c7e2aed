import { KnownError } from '../../kernel/errors.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'

/** Another user of the project already signs in with the address. Nothing was written. */
export class SignInAddressTaken extends Error {
  override readonly name = 'SignInAddressTaken'
}

/**
 * Another user took an address for sign-in while this transaction settled the addresses of its user. Run the
 * transaction again: the address then loses its mark.
 */
export class SettlingLostRace extends SignInAddressTaken {}

/** The user already has the address. Nothing was written. */
export class AddressExists extends Error {
  override readonly name = 'AddressExists'
}

/** Translates the unique violations of a statement that writes an address. Returns every other error unchanged. */
export function asSignInAddressTaken(error: unknown): unknown {
  if (isUniqueViolation(error, 'contact_channels_sign_in_address')) {
    return new SignInAddressTaken('Another user signs in with this address.', { cause: error })
  }
  if (isUniqueViolation(error, 'contact_channels_once_per_user')) {
    return new AddressExists('The user already has this address.', { cause: error })
  }
  return error
}

/** Translates the unique violation of the statement that writes a user's addresses. */
export function asLostRace(error: unknown): unknown {
  const explained = asSignInAddressTaken(error)
  return explained instanceof SignInAddressTaken ? new SettlingLostRace(explained.message, { cause: error }) : explained
}

/**
 * Translates the refusal of a taken sign-in address for a call that writes a user. Returns every other error unchanged.
 */
export function asEmailAlreadyExists(error: unknown, email: string): unknown {
  if (!(error instanceof SignInAddressTaken)) return error
  return new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: false })
}

/**
 * Refuses an address that another user signs in with, for a call that writes a contact channel.
 *
 * @param options.wouldWorkIfVerified whether a verified address on this side is the only missing condition
 */
export function channelUsedBySomeoneElse(email: string | null, { wouldWorkIfVerified = false } = {}): KnownError {
  return new KnownError('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', {
    type: 'email',
    contact_channel_value: email,
    would_work_if_email_was_verified: wouldWorkIfVerified,
  })
}
