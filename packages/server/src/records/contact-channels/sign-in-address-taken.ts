import { isUniqueViolation } from '../../platform/db/database-errors.ts'

/** Another user signs in with the address. Nothing was written. */
export class SignInAddressTaken extends Error {
  override readonly name = 'SignInAddressTaken'
}

/** For statements that write an address: names the failure that tells that it is taken. */
export function asSignInAddressTaken(error: unknown): unknown {
  if (!isUniqueViolation(error, 'contact_channels_sign_in_address')) return error
  return new SignInAddressTaken('Another user signs in with this address.', { cause: error })
}
