import type { SignUpRefused } from '../../accounts/admission.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { asClient, emit, systemCall } from '../../kernel/emit.ts'
import { PlainError, type KnownError } from '../../kernel/errors.ts'
import { forProject } from '../../platform/db/project-scope.ts'
import { insertSignUp } from '../../records/sign-ups/store.ts'
import { knowsRefusedSignUps } from '../call/client-version.ts'
import type { RequestFacts } from './route.ts'

/** Records a sign-up that a rule refused, for every way alike, and returns the error of the answer. */
export async function recordRefusedSignUp(
  dependencies: { readonly db: Database; readonly clock: Clock },
  facts: Pick<RequestFacts, 'id' | 'clientAddress' | 'headers'>,
  refused: SignUpRefused,
): Promise<KnownError | PlainError> {
  const { projectId } = refused
  const call = systemCall(projectId, dependencies.clock.now(), facts.clientAddress)
  const origin = { ...call.origin, requestId: facts.id }
  await forProject(dependencies.db, projectId).batch({
    signUp: insertSignUp(projectId, { ...refused.facts, userId: null }),
    refused: emit(asClient({ ...call, origin }), 'user.sign_up_refused', {
      method: refused.facts.method,
      reason: refused.ruleName,
    }),
  })
  return knowsRefusedSignUps(facts.headers.get('x-stack-client-version'))
    ? refused
    : new PlainError(refused.status, refused.message)
}
