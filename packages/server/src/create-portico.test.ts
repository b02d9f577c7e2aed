import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

const probe = async (path: string): Promise<{ status: number; body: unknown }> => {
  const response = await portico.service.fetch(new Request(`http://127.0.0.1:4100${path}`))
  return { status: response.status, body: await response.json() }
}

describe('readiness', () => {
  test('ends when the service drains, while all calls still succeed', async () => {
    const project = await portico.createProject()
    const ada = await project.signUp()
    expect(await probe('/ready')).toEqual({ status: 200, body: { status: 'ready' } })

    portico.service.drain()

    expect(await probe('/ready')).toEqual({ status: 503, body: { status: 'not ready' } })
    // A supervisor that checks liveness must not restart a draining process.
    expect(await probe('/health?db')).toEqual({ status: 200, body: { status: 'ok' } })
    expect(await project.client(ada).get('/users/me')).toMatchObject({ status: 200, body: { id: ada.id } })
    const bob = await project.signUp()
    expect(await portico.mailbox.latestCode(bob.email)).toMatch(/^\w{45}$/)
  })

  test('returns after a restart', async () => {
    portico.service.drain()

    await portico.restart()

    expect((await probe('/ready')).status).toBe(200)
  })
})

test('a clone serves the packages for apps', async () => {
  const answer = await portico.service.fetch(new Request('http://127.0.0.1:4100/packages/none.tgz'))

  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('react.tgz')
})

describe('a request whose line of the log cannot be written', () => {
  test('is answered with 500 and logs the failure', async () => {
    const lines: string[] = []
    await using broken = await createTestPortico({
      settings: { PORTICO_LOG: 'info' },
      onLog: (line) => {
        if (line.includes('"msg":"request"')) throw new Error('The disk of the host is full.')
        lines.push(line)
      },
    })

    const response = await broken.service.fetch(new Request('http://127.0.0.1:4100/api/v1'))

    expect(response.status).toBe(500)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toBe('Internal server error.')
    expect(lines.join('')).toContain('The disk of the host is full.')
  })
})
