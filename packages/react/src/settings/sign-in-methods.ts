import type { User } from '@portico/client'

/** The ways to sign in whose last one must stay: without any, nobody gets in again. */
export type SignInMethod = 'password' | 'provider' | 'passkey' | 'otp'

/** Whether a user would have no way to sign in left without this one. */
export function isOnlyMethod(
  user: Pick<User, 'hasPassword' | 'oauthProviders' | 'passkeyAuthEnabled' | 'otpAuthEnabled'>,
  method: SignInMethod,
): boolean {
  const has: Readonly<Record<SignInMethod, boolean>> = {
    password: user.hasPassword,
    provider: user.oauthProviders.length > 0,
    passkey: user.passkeyAuthEnabled,
    otp: user.otpAuthEnabled,
  }
  return (Object.keys(has) as SignInMethod[]).every((other) => has[other] === (other === method))
}
