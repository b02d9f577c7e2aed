import type { RemovedCredential } from '@portico/contract'

import type { User } from '../users/user.ts'
import { authenticatorApp } from './authenticator-app.ts'
import type { Credential } from './credential.ts'
import { passkey } from './passkey.ts'
import { password } from './password.ts'
import { providerAccount } from './provider-account.ts'

/** All credential kinds but the password. */
export const factors: readonly Credential[] = [passkey, authenticatorApp, providerAccount]

/** All credential kinds. */
export const credentials: readonly Credential[] = [password, ...factors]

/** Lists the user's credentials of the given kinds. */
export function describeCredentials(kinds: readonly Credential[], user: User): RemovedCredential[] {
  return kinds.flatMap((kind) => kind.describe(user))
}
