import { createTestPortico, someEmail, TEST_PASSWORD } from '@portico/testkit'
import { expect, test } from 'vitest'

test('the first admin is created by one of several concurrent requests', async () => {
  await using portico = await createTestPortico()
  const link = new URL((await portico.service.firstAdminLink()) ?? '')
  const create = (): Promise<Response> =>
    portico.service.fetch(
      new Request(new URL('/first-admin', link), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: link.origin, 'x-portico-own-page': '1' },
        body: JSON.stringify({ secret: link.hash.slice(1), email: someEmail(), password: TEST_PASSWORD }),
      }),
    )

  const answers = await Promise.all(Array.from({ length: 4 }, create))

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403])
})
