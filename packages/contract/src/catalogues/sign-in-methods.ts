/** The facts about a user that decide how the user can sign in. */
export interface SignInMethodsOfUser {
  readonly hasPassword: boolean
  /** Sign-in by mailed code or link is enabled for the user. */
  readonly otpAuthEnabled: boolean
  /** Whether the user has an e-mail address that is used for sign-in. */
  readonly hasSignInAddress: boolean
  readonly passkeys: number
  /** The ids of the providers at which the user has a connected account. */
  readonly providerIds: readonly string[]
}

export interface OfferedSignInMethods {
  readonly credentialEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly providerIds: readonly string[]
}

/**
 * Counts the methods with which a user can sign in to a project. A method counts only if the project offers it: a
 * password does not count in a project without password sign-in. Each passkey and each connected account counts on its
 * own.
 */
export function countSignInMethods(user: SignInMethodsOfUser, offered: OfferedSignInMethods): number {
  const password = user.hasPassword && user.hasSignInAddress && offered.credentialEnabled
  const otp = user.otpAuthEnabled && user.hasSignInAddress && offered.magicLinkEnabled
  const accounts = user.providerIds.filter((id) => offered.providerIds.includes(id))
  return Number(password) + Number(otp) + (offered.passkeyEnabled ? user.passkeys : 0) + accounts.length
}
