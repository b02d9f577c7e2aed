import type { RemovedCredential } from '@portico/contract'

import type { User } from '../users/user.ts'
import { apiKey } from './api-key.ts'
import { authenticatorApp } from './authenticator-app.ts'
import type { Credential } from './credential.ts'
import { passkey } from './passkey.ts'
import { password } from './password.ts'
import { providerAccount } from './provider-account.ts'

/** The kinds that sign a user in, except the password. */
export const factors: readonly Credential[] = [passkey, authenticatorApp, providerAccount]

/** All kinds except the password. */
// guard: a claim removes API keys (replace `[...factors, apiKey]` with `factors`) [claim-account]
export const credentialsButPassword: readonly Credential[] = [...factors, apiKey]

/** All kinds. */
export const credentials: readonly Credential[] = [password, ...credentialsButPassword]

/** Lists the user's credentials of the given kinds. */
export function describeCredentials(kinds: readonly Credential[], user: User): RemovedCredential[] {
  return kinds.flatMap((kind) => kind.describe(user))
}
