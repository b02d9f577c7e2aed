import type { User } from '@portico/client'

/** The sign-in methods of which one must remain: without any, the user is locked out. */
export type SignInMethod = 'password' | 'provider' | 'passkey' | 'otp'

/** Whether this is the user's last sign-in method. */
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
