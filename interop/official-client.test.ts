import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createOfficialClient, officialVersions } from './official-client.ts'

const project = { projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063', publishableClientKey: 'pck_interop' }

test.each(officialVersions)('the official client %s gets separate modules for each app', async (version) => {
  const one = await createOfficialClient(version, { baseUrl: 'http://127.0.0.1:9', ...project })
  const other = await createOfficialClient(version, { baseUrl: 'http://127.0.0.1:9', ...project })

  expect(one.projectId).toBe(project.projectId)
  expect(one.constructor).not.toBe(other.constructor)
})

// Only our service sends this code, for passwords that are too weak or known from data breaches.
test.each(officialVersions)(
  'the official client %s returns PASSWORD_REQUIREMENTS_NOT_MET as a typed error',
  async (version) => {
    const baseUrl = await startAnswering('PASSWORD_REQUIREMENTS_NOT_MET', { message: 'This password is well known.' })
    const client = await createOfficialClient(version, { baseUrl, ...project })

    const result = await client.signUpWithCredential({
      email: 'ada@example.com',
      password: 'password',
      noRedirect: true,
      verificationCallbackUrl: 'http://localhost:3000/verify',
    })

    expect(result).toMatchObject({
      status: 'error',
      error: { errorCode: 'PASSWORD_REQUIREMENTS_NOT_MET', message: 'This password is well known.' },
    })
  },
)

test('the newest official client returns a typed error of its own for a required bot check', async () => {
  const baseUrl = await startAnswering('BOT_CHALLENGE_REQUIRED', { type: 'proof_of_work', act: 'sign_up' })
  const client = await createOfficialClient('2.8.108', { baseUrl, ...project })

  const result = await client.signUpWithCredential({
    email: 'ada@example.com',
    password: 'a good password',
    noRedirect: true,
    verificationCallbackUrl: 'http://localhost:3000/verify',
  })

  expect(result).toMatchObject({ status: 'error', error: { errorCode: 'BOT_CHALLENGE_FAILED' } })
})

/** Starts a server that answers every request with this error. Returns its origin. */
async function startAnswering(code: string, details: Record<string, unknown>): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-stack-known-error': code,
      'x-stack-actual-status': '400',
    })
    response.end(JSON.stringify({ code, error: 'Not read by the clients.', details }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A listening TCP socket has no port.')
  return `http://127.0.0.1:${address.port}`
}
