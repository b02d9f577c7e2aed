import type { RemovedSignInMethod } from '@portico/contract'

import type { User } from '../users/user.ts'
import { authenticatorApp } from './authenticator-app.ts'
import type { Credential } from './credential.ts'
import { passkey } from './passkey.ts'
import { password } from './password.ts'
import { providerAccount } from './provider-account.ts'

/** Everything but the password. */
export const factors: readonly Credential[] = [passkey, authenticatorApp, providerAccount]

/** Everything that opens an account. */
export const credentials: readonly Credential[] = [password, ...factors]

/** Lists what the user has of the given kinds. */
export function describeCredentials(kinds: readonly Credential[], user: User): RemovedSignInMethod[] {
  return kinds.flatMap((kind) => kind.describe(user))
}
