import { isUniqueViolation } from '../../platform/db/database-errors.ts'

/** Another user of the project already signs in with the address. Nothing was written. */
export class SignInAddressTaken extends Error {
  override readonly name = 'SignInAddressTaken'
}

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
