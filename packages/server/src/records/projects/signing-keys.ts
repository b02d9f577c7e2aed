import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

import { ACCESS_TOKEN_MAX_SECONDS, CLOCK_TOLERANCE_SECONDS, JWKS_CACHE_SECONDS } from '@portico/contract'

import type { ProjectTransaction, Database } from '../../kernel/database.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import {
  findNewestSigningKey,
  hasPendingSigningKey,
  insertSigningKey,
  listSigningKeys,
  lockProject,
  retireSigningKeys,
} from './store.ts'
import { randomText } from '../../platform/crypto/random.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { emit, systemCall } from '../../kernel/emit.ts'

const KID_CHARACTERS = 12
/** Covers nodes that read the project a moment later, and differences between clocks. */
const MARGIN_MILLIS = 5 * 60_000
/** Time from publication to the first signature, so that every verifier's cached key set contains the key. */
const PUBLISHED_BEFORE_MILLIS = JWKS_CACHE_SECONDS * 1_000 + MARGIN_MILLIS
/**
 * Time from the last signature of a key until its last token has expired for every verifier. No setting extends the
 * lifetime of a token beyond this.
 */
const ACCEPTED_AFTER_MILLIS = (ACCESS_TOKEN_MAX_SECONDS + CLOCK_TOLERANCE_SECONDS) * 1_000 + MARGIN_MILLIS

/** Creates the key pair that signs a project's access tokens: P-256, one set per project (RFC 7518 section 3.4). */
export async function createSigningKey(
  { secret }: { readonly secret: MasterSecret },
  tx: ProjectTransaction,
  createdAt: Date,
  signsFrom: Date | null = null,
): Promise<void> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const kid = randomText(KID_CHARACTERS)
  await tx.run(
    insertSigningKey(tx.projectId, {
      kid,
      publicJwk: { kty, crv, x, y },
      privateSealed: secret.seal(
        privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
        signingKeyIdentity(tx.projectId, kid),
      ),
      createdAt,
      signsFrom,
    }),
  )
}

/** When the new key starts to sign, and when the old keys are no longer accepted. */
export interface Rotation {
  readonly signsFrom: Date
  readonly retiredAt: Date
}

/**
 * Replaces the signing key of a project so that no valid token is ever refused: the new key is published at once and
 * signs when every verifier has it; the old one is accepted until its last token has expired. The database holds both
 * times, so all nodes follow them.
 *
 * @returns null if the project is gone, `under_way` if its newest key does not sign yet
 */
export async function rotateSigningKey(
  { secret }: { readonly secret: MasterSecret },
  tx: ProjectTransaction,
  now: Date,
): Promise<Rotation | 'under_way' | null> {
  if (!(await tx.run(lockProject(tx.projectId)))) return null
  if (await tx.run(hasPendingSigningKey(tx.projectId, now))) return 'under_way'
  const signsFrom = new Date(now.getTime() + PUBLISHED_BEFORE_MILLIS)
  const retiredAt = new Date(signsFrom.getTime() + ACCEPTED_AFTER_MILLIS)
  await tx.run(retireSigningKeys(tx.projectId, retiredAt))
  await createSigningKey({ secret }, tx, now, signsFrom)
  await tx.run(emit(systemCall(tx.projectId, now), 'project.signing_key_rotated', { projectId: tx.projectId }))
  return { signsFrom, retiredAt }
}

/**
 * Checks that the database was used with this master secret. With another secret the service would appear healthy and
 * fail at every sign-in, and an operator command would write values that the service cannot read.
 *
 * @throws StartupProblem
 */
export async function requireMatchingSecret({
  db,
  secret,
}: {
  readonly db: Database
  readonly secret: MasterSecret
}): Promise<void> {
  const newest = await db.run(findNewestSigningKey('internal'))
  if (!newest) return
  try {
    secret.open(newest.privateSealed, signingKeyIdentity('internal', newest.kid))
  } catch (error) {
    throw new StartupProblem(
      'PORTICO_SECRET is not the secret this database was used with, so its signing keys cannot be decrypted.',
      'Set the previous secret. To rotate it, set the new and the old one, separated by a comma (docs/security/operators.md, "Keys and secrets").',
      { cause: error },
    )
  }
}

/**
 * Checks that the master secret opens the keys of a cell, which may have been used by another service.
 *
 * @throws StartupProblem
 */
export async function requireSecretOfCell(secret: MasterSecret, db: Database): Promise<void> {
  const [key] = await db.run(listSigningKeys({ projectId: '', kid: '' }, 1))
  if (!key) return
  try {
    secret.open(key.privateSealed, signingKeyIdentity(key.projectId, key.kid))
  } catch (error) {
    throw new StartupProblem(
      'PORTICO_SECRET is not the secret with which its projects were created, so their signing keys cannot be decrypted.',
      'Set the secret of the service to which the cell belongs.',
      { cause: error },
    )
  }
}

/** Returns the identity that the sealed private key is bound to. */
export function signingKeyIdentity(projectId: string, kid: string): string {
  return `signing_keys/${projectId}/${kid}`
}
