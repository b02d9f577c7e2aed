import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

import type { ProjectSql } from '../db/sql.ts'
import type { Ports } from '../ports/ports.ts'
import { insertSigningKey } from './store.ts'

const KID_CHARACTERS = 12

/** Gives a project the key pair that signs its access tokens: P-256, one set per project (RFC 7518 section 3.4). */
export async function createSigningKey(
  ports: Pick<Ports, 'clock' | 'random' | 'secret'>,
  tx: ProjectSql,
): Promise<void> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const kid = ports.random.text(KID_CHARACTERS)
  await insertSigningKey(tx, {
    kid,
    publicJwk: { kty, crv, x, y },
    privateSealed: ports.secret.seal(
      privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      `signing_keys/${tx.projectId}/${kid}`,
    ),
    createdAt: ports.clock.now(),
  })
}
