import { RECOVERY_CODE_CHARACTERS, RECOVERY_CODES } from '@portico/contract'

import type { ProvedFactor } from '../../accounts/proved-factor.ts'
import { requireProvedFactor } from '../../accounts/own-change.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import { asUser, emit } from '../../kernel/emit.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { randomBytes, randomText } from '../../platform/crypto/random.ts'
import {
  digestOfRecoveryCode,
  findRecoveryCodes,
  recoveryKeyIdentity,
  setRecoveryCodes,
} from '../../records/credentials/recovery-codes.ts'
import { requireProvedSessionOfCall, requireSessionOfCall } from '../../records/sessions/active-session.ts'
import { lockUser } from '../../records/users/store.ts'

const KEY_BYTES = 32

/**
 * Creates the recovery codes of a user, or replaces them. Requires a code of the app: recovery codes can remove the
 * app, so a session alone must not create them.
 *
 * @returns the codes, which are not stored
 * @throws MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED, FactorNotProved
 */
export async function createRecoveryCodes(
  { secret }: { readonly secret: MasterSecret },
  call: ProjectCall,
  userId: string,
  provedFactor: ProvedFactor | null,
): Promise<{ codes: string[]; created_at_millis: number }> {
  const { db, project, projectId } = call
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomText(RECOVERY_CODE_CHARACTERS))
  const key = Buffer.from(randomBytes(KEY_BYTES)).toString('base64url')
  const createdAt = call.now()
  await db.transaction(async (tx) => {
    const { present, proof, user } = await tx.batch({
      user: lockUser(projectId, userId),
      proof: requireSessionOfCall(call),
      present: findRecoveryCodes(projectId, userId),
    })
    if (!user || !present) throw new KnownError('MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED')
    // guard: recovery codes are not created in a session that must prove the app [proof-race.postgres]
    requireProvedSessionOfCall(call, user, proof)
    // guard: recovery codes are created only with a code
    await requireProvedFactor(tx, user, { project, provedFactor })
    await tx.batch({
      codes: setRecoveryCodes(projectId, userId, {
        keySealed: secret.seal(key, recoveryKeyIdentity(projectId, userId)),
        digests: codes.map((code) => digestOfRecoveryCode(key, code)),
        createdAt,
      }),
      created: emit(asUser(call, userId), 'recovery_codes.created', { user, userId }),
    })
  })
  return { codes: codes.map(inGroups), created_at_millis: createdAt.getTime() }
}

/** Two groups are easier to copy by hand. */
function inGroups(code: string): string {
  const middle = code.length / 2
  return `${code.slice(0, middle)}-${code.slice(middle)}`
}

export async function readRecoveryCodes(
  { db, projectId }: ProjectCall,
  userId: string,
): Promise<{ unused: number; created_at_millis: number | null }> {
  const codes = await db.run(findRecoveryCodes(projectId, userId))
  return {
    unused: codes?.recoveryCodeDigests?.length ?? 0,
    created_at_millis: codes?.recoveryCodesCreatedAt?.getTime() ?? null,
  }
}
