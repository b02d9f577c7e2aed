import type { ProjectConfig, User } from '@portico/client'
import {
  countSignInMethods,
  type OfferedSignInMethods,
  type SignInMethodsOfUser,
} from '@portico/contract/sign-in-methods'
import { offeredProviders } from '../../auth/offered-providers.ts'

type Facts = Pick<User, 'hasPassword' | 'hasSignInAddress' | 'oauthProviders' | 'passkeyAuthEnabled' | 'otpAuthEnabled'>

type OfferingProject = {
  readonly config: Omit<OfferedSignInMethods, 'providerIds'> &
    Pick<ProjectConfig, 'oauthProviders'> &
    Partial<Pick<ProjectConfig, 'oidcProviders'>>
}

/**
 * Whether a change removes the user's only sign-in method. The service refuses such a change by the same rule.
 *
 * @param change the sign-in methods of the user after the change
 */
export function isOnlySignInMethod(
  user: Facts | null | undefined,
  project: OfferingProject | undefined,
  change: Partial<SignInMethodsOfUser>,
): boolean {
  if (!user || !project) return false
  const present = {
    hasPassword: user.hasPassword,
    otpAuthEnabled: user.otpAuthEnabled,
    hasSignInAddress: user.hasSignInAddress,
    passkeys: user.passkeyAuthEnabled ? 1 : 0,
    providerIds: user.oauthProviders.map(({ id }) => id),
  }
  const offered = { ...project.config, providerIds: offeredProviders(project.config).map(({ id }) => id) }
  return countSignInMethods(present, offered) > 0 && countSignInMethods({ ...present, ...change }, offered) === 0
}
