import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

import { ACCESS_TOKEN_DEFAULT_SECONDS, CLOCK_TOLERANCE_SECONDS, JWKS_CACHE_SECONDS } from '@portico/contract'

import type { ProjectTransaction, Database } from '../../kernel/database.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { findProjectWithKeys, hasPendingSigningKey, insertSigningKey, lockProject, retireSigningKeys } from './store.ts'
import { randomText } from '../../platform/crypto/random.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { emit, systemCall } from '../../kernel/emit.ts'

const KID_CHARACTERS = 12
/** For nodes that read a project a moment later, and for clocks that differ. */
const MARGIN_MILLIS = 5 * 60_000
/** From its publication on, until no verifier has key sets without it in its cache. */
const PUBLISHED_BEFORE_MILLIS = JWKS_CACHE_SECONDS * 1_000 + MARGIN_MILLIS
/** From the last token it has signed on, until that has expired for every verifier. No setting makes tokens live longer. */
const ACCEPTED_AFTER_MILLIS = (ACCESS_TOKEN_DEFAULT_SECONDS + CLOCK_TOLERANCE_SECONDS) * 1_000 + MARGIN_MILLIS

/** Gives a project the key pair that signs its access tokens: P-256, one set per project (RFC 7518 section 3.4). */
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

/** When the new key signs, and when the old ones are no longer accepted. */
export interface Rotation {
  readonly signsFrom: Date
  readonly retiredAt: Date
}

/**
 * Replaces the signing key of a project without a moment in which a valid token is refused: the new key is published at
 * once and signs when every verifier has it; the old one is accepted until its last token has expired. Both moments are
 * in the database, so all nodes keep to them.
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
 * Checks that the master secret is the one the database was used with: with another one the service would look healthy
 * and fail at every sign-in, and an operator command would spoil what it writes.
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
  const internal = await db.run(findProjectWithKeys('internal'))
  const [newest] = internal?.signingKeys ?? []
  if (!newest) return
  try {
    secret.open(newest.privateSealed, signingKeyIdentity('internal', newest.kid))
  } catch (error) {
    throw new StartupProblem(
      'PORTICO_SECRET is not the secret this database was used with, so its signing keys cannot be opened.',
      'Give the old secret again; to change it, give both, separated by a comma (docs/security.md, "Keys and secrets").',
      { cause: error },
    )
  }
}

/** What the sealed private key is bound to. */
export function signingKeyIdentity(projectId: string, kid: string): string {
  return `signing_keys/${projectId}/${kid}`
}
