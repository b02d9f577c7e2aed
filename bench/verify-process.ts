// Verifies access tokens with the SDK and with jose, in turn in one process, and prints the rates.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { createAccessTokenVerifier } from '@portico/client/server'
import { exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose'

import { interleave, SHORT_ROUND_SECONDS, SHORT_ROUNDS } from './comparison.ts'
import { readArgument } from './processes.ts'

export interface VerifyRates {
  /** Verifications per second, one value per round. */
  readonly sdk: readonly number[]
  readonly jose: readonly number[]
}

const TOKENS = 1_000
/** Concurrent requests of a server. */
const CONCURRENCY = 16
const projectId = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063'

await readArgument<null>()
const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'ES256' }
const keyServer = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
}).listen(0, '127.0.0.1')
await once(keyServer, 'listening')
const baseUrl = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}`
const issuer = `${baseUrl}/api/v1/projects/${projectId}`
const tokens = await Promise.all(Array.from({ length: TOKENS }, (_, index) => signToken(`user-${index}`)))

const verifyAccessToken = createAccessTokenVerifier({ projectId, baseUrl })
const joseKey = await importJWK(jwk, 'ES256')
const joseOptions = { algorithms: ['ES256'], typ: 'at+jwt', issuer, audience: projectId }

const rates = await interleave(
  {
    sdk: () => measure(async (token) => (await verifyAccessToken(token))?.userId),
    jose: () => measure(async (token) => (await jwtVerify(token, joseKey, joseOptions)).payload.sub),
  },
  () => {},
  { rounds: SHORT_ROUNDS, warmUp: (name) => (name === 'sdk' ? verifyAccessToken(tokens[0] ?? '') : Promise.resolve()) },
)
keyServer.close()
console.log(JSON.stringify(rates satisfies VerifyRates))

/** A signed-in user's token, with the claims that the service writes. */
function signToken(userId: string): Promise<string> {
  return new SignJWT({
    project_id: projectId,
    branch_id: 'main',
    branchId: 'main',
    refresh_token_id: '1c9b0d6e-0f0a-4a55-9d0e-0c5f4f0c0001',
    refreshTokenId: '1c9b0d6e-0f0a-4a55-9d0e-0c5f4f0c0001',
    role: 'authenticated',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    email_verified: true,
    selected_team_id: null,
    signed_up_at: 1_750_000_000,
    is_anonymous: false,
    is_restricted: false,
    restricted_reason: null,
    requires_totp_mfa: false,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'key-1' })
    .setIssuer(issuer)
    .setAudience(projectId)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)
}

/** Returns verifications per second. */
async function measure(verify: (token: string) => Promise<string | undefined>): Promise<number> {
  const startedAt = performance.now()
  const end = startedAt + SHORT_ROUND_SECONDS * 1_000
  let count = 0
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (performance.now() < end) {
        const index = count % TOKENS
        count += 1
        if ((await verify(tokens[index] ?? '')) !== `user-${index}`) throw new Error('A valid token was refused.')
      }
    }),
  )
  return count / ((performance.now() - startedAt) / 1_000)
}
