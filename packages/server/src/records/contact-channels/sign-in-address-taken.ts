import { isUniqueViolation } from '../../platform/db/database-errors.ts'

/** Another user of the project already signs in with the address. Nothing was written. */
export class SignInAddressTaken extends Error {
  override readonly name = 'SignInAddressTaken'
}

/**
 * Another user took an address for sign-in while this transaction settled the addresses of its user. Run the transaction again:
 * the address then loses its mark.
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

/** Translates the unique violation of the statement that settles the addresses of a user. */
export function asLostRace(error: unknown): unknown {
  const explained = asSignInAddressTaken(error)
  return explained instanceof SignInAddressTaken ? new SettlingLostRace(explained.message, { cause: error }) : explained
}
