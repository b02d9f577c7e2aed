import type { ProjectCall } from '../../api/rules/route.ts'
import { admit } from '../../accounts/admission.ts'
import { createUser } from '../../accounts/create-user.ts'
import {
  issueTokens,
  signInOf,
  startSession,
  type StartSessionDependencies,
  type SignedIn,
} from '../../accounts/start-session.ts'
import { ANONYMOUS_DISPLAY_NAME } from '../../accounts/upgrade-anonymous-user.ts'
import { KnownError } from '../../kernel/errors.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { asUser, emit } from '../../kernel/emit.ts'

export interface AnonymousDependencies extends StartSessionDependencies {
  readonly accessTokens: AccessTokens
}

/**
 * Creates an anonymous user and signs them in.
 *
 * @throws ANONYMOUS_ACCOUNTS_NOT_ENABLED, SIGN_UP_NOT_ENABLED, SignUpRefused
 */
export async function signUpAnonymously(dependencies: AnonymousDependencies, call: ProjectCall): Promise<SignedIn> {
  const { db, project } = call
  // guard: anonymous sign-up is off unless the project turns it on
  if (!project.config.anonymousEnabled) throw new KnownError('ANONYMOUS_ACCOUNTS_NOT_ENABLED')
  if (!project.config.signUpEnabled) throw new KnownError('SIGN_UP_NOT_ENABLED')
  const admission = admit(call, 'anonymous', null)
  const id = newUuid()
  const { user, session } = await db.batch({
    user: createUser(asUser(call, id), {
      id,
      admission,
      displayName: ANONYMOUS_DISPLAY_NAME,
      isAnonymous: true,
      signsIn: signInOf(call),
    }),
    session: startSession(dependencies, call, {
      userId: id,
      method: 'anonymous',
      basis: { by: 'anonymous' },
      isSecondFactorSettled: true,
      isFirst: true,
    }),
    signedUp: emit(asUser(call, id), 'user.signed_up', { userId: id, method: 'anonymous' }),
  })
  return issueTokens(dependencies, project.id, user, session)
}
