import { createPrivateKey, sign } from 'node:crypto'

import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { forProject } from '../../platform/db/project-scope.ts'
import { rotateSigningKey, signingKeyIdentity, type Rotation } from './signing-keys.ts'
import { sweepRetiredSigningKeys } from './store.ts'
import { statement } from '../../kernel/statement.ts'
import { emittingDatabase } from '../../platform/db/emitting-database.ts'
import { audit } from '../../delivery/subscribers/audit.ts'
import { projectInvalidation } from '../../delivery/subscribers/project-cache.ts'

const MINUTE_MILLIS = 60_000
const HOUR_MILLIS = 60 * MINUTE_MILLIS

let portico: TestPortico
let project: TestProject

beforeEach(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterEach(() => portico.close())

async function rotate(): Promise<Rotation | 'under_way' | null> {
  const { clock } = portico
  const secret = new MasterSecret([portico.secret])
  const db = emittingDatabase(portico.database.db, [audit, projectInvalidation(() => {})])
  return forProject(db, project.id).transaction((tx) => rotateSigningKey({ secret }, tx, clock.now()))
}

async function listPublishedKids(): Promise<string[]> {
  const answer = await portico
    .anonymous()
    .get<{ keys: { kid: string }[] }>(`/projects/${project.id}/.well-known/jwks.json`)
  return answer.body.keys.map(({ kid }) => kid)
}

async function rotateAndPublish(): Promise<Rotation> {
  const before = await listPublishedKids()
  const rotation = await rotate()
  if (rotation === null || rotation === 'under_way') throw new Error('The key was not rotated.')
  // The service reads the new key after a notification.
  await expect.poll(async () => (await listPublishedKids()).length).toBe(before.length + 1)
  return rotation
}

function kidOf(token: string): string | undefined {
  return decodeProtectedHeader(token).kid
}

async function statusOf(accessToken: string): Promise<unknown> {
  const answer = await project.client().with({ accessToken }).get('/users/me')
  return answer.status === 200 ? 200 : answer.body.code
}

describe('signing key rotation', () => {
  test('publishes the new key for longer than verifiers cache a key set before it signs', async () => {
    const old = await project.signUp()
    const rotation = await rotateAndPublish()
    const published = await listPublishedKids()
    const waited = rotation.signsFrom.getTime() - portico.clock.now().getTime()

    portico.clock.advance(waited - MINUTE_MILLIS)
    const before = await project.signUp()
    portico.clock.advance(2 * MINUTE_MILLIS)
    const after = await project.signUp()

    expect(waited).toBeGreaterThan(HOUR_MILLIS)
    expect(kidOf(before.accessToken)).toBe(kidOf(old.accessToken))
    expect(kidOf(after.accessToken)).not.toBe(kidOf(old.accessToken))
    expect(published).toContain(kidOf(after.accessToken))
    expect([await statusOf(before.accessToken), await statusOf(after.accessToken)]).toEqual([200, 200])
  })

  test('accepts and publishes the old key until its last token has expired', async () => {
    const { signsFrom, retiredAt } = await rotateAndPublish()
    portico.clock.advance(signsFrom.getTime() - portico.clock.now().getTime() - MINUTE_MILLIS)
    const last = await project.signUp()

    portico.clock.advance(9 * MINUTE_MILLIS)
    const nearItsEnd = await statusOf(last.accessToken)
    const publishedThen = await listPublishedKids()
    portico.clock.advance(retiredAt.getTime() - portico.clock.now().getTime())

    expect(nearItsEnd).toBe(200)
    expect(publishedThen).toHaveLength(2)
    expect(await listPublishedKids()).toHaveLength(1)
    expect(await listPublishedKids()).not.toContain(kidOf(last.accessToken))
    expect(await statusOf(last.accessToken)).toBe('ACCESS_TOKEN_EXPIRED')
  })

  test('refuses tokens of a retired key, whatever their expiry', async () => {
    const user = await project.signUp()
    const { rows } = await portico.database.db.run(statement<{ kid: string; private_sealed: string }>`
      select kid, private_sealed from signing_keys where project_id = ${project.id}`)
    const { kid, private_sealed: sealed } = rows[0] ?? { kid: '', private_sealed: '' }
    const stolen = createPrivateKey(
      new MasterSecret([portico.secret]).open(sealed, signingKeyIdentity(project.id, kid)),
    )
    const { retiredAt } = await rotateAndPublish()
    portico.clock.advance(retiredAt.getTime() - portico.clock.now().getTime())

    const iat = Math.floor(portico.clock.now().getTime() / 1_000)
    const parts = [decodeProtectedHeader(user.accessToken), { ...decodeJwt(user.accessToken), iat, exp: iat + 600 }]
    const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const signature = sign('sha256', Buffer.from(input), { key: stolen, dsaEncoding: 'ieee-p1363' })

    expect(await statusOf(`${input}.${signature.toString('base64url')}`)).toBe('ACCESS_TOKEN_EXPIRED')
  })

  test('refuses another rotation before the new key signs', async () => {
    const { signsFrom } = await rotateAndPublish()

    const again = await rotate()
    portico.clock.advance(signsFrom.getTime() - portico.clock.now().getTime())
    const later = await rotate()

    expect(again).toBe('under_way')
    expect(later).toMatchObject({ signsFrom: expect.any(Date) })
  })

  test('deletes a retired key after 30 days', async () => {
    const { retiredAt } = await rotateAndPublish()
    const later = (days: number): Date => new Date(retiredAt.getTime() + days * 24 * HOUR_MILLIS)

    const soon = await sweepRetiredSigningKeys(portico.database.db, later(29), 10)
    const deleted = await sweepRetiredSigningKeys(portico.database.db, later(31), 10)

    expect([soon, deleted]).toEqual([0, 1])
  })
})
