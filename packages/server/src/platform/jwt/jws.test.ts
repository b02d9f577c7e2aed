import { generateKeyPairSync } from 'node:crypto'

import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'

import { signEs256 } from './jws.ts'

test('jose verifies a signed token and returns claims in any script unchanged', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const claims = { sub: 'ada', name: 'Адa 🎈 "quoted"', exp: Math.floor(Date.now() / 1_000) + 60 }

  const token = signEs256({ typ: 'at+jwt', kid: 'k1' }, claims, privateKey)

  const { payload, protectedHeader } = await jwtVerify(token, publicKey, { algorithms: ['ES256'], typ: 'at+jwt' })
  expect(payload).toEqual(claims)
  expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: 'k1' })
})

test('a signed token does not verify with another key', async () => {
  const [signer, other] = [1, 2].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  if (!signer || !other) throw new Error('Two key pairs were generated above.')

  const token = signEs256({ typ: 'at+jwt', kid: 'k1' }, { sub: 'ada' }, signer.privateKey)

  await expect(jwtVerify(token, other.publicKey)).rejects.toThrow('signature verification failed')
})
