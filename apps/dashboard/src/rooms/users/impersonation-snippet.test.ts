import { describe, expect, test, vi } from 'vitest'

import { impersonationSnippet } from './impersonation-snippet.ts'

const session = { projectId: 'b26bc723-8062-4ea5-b389-b0cd3787605f', refreshToken: 'rt_1', lifetimeMillis: 900_000 }

function run(code: string, protocol: string): { cookie: string; reload: () => void } {
  const page = { document: { cookie: '' }, location: { protocol, reload: vi.fn<() => void>() } }
  // oxlint-disable-next-line typescript/no-implied-eval -- the console of a browser runs the code in the same way
  new Function('document', 'location', code)(page.document, page.location)
  return { cookie: page.document.cookie, reload: page.location.reload }
}

describe('the code that starts an impersonation', () => {
  test('writes the cookie of the client SDKs and loads the page again', () => {
    const { cookie, reload } = run(impersonationSnippet(session), 'http:')

    const [pair = '', ...attributes] = cookie.split('; ')
    const [name, value = ''] = pair.split('=')
    expect(name).toBe(`stack-refresh-${session.projectId}--default`)
    expect(JSON.parse(decodeURIComponent(value))).toEqual({
      refresh_token: 'rt_1',
      updated_at_millis: expect.any(Number) as number,
    })
    expect(attributes).toEqual(['Path=/', 'Max-Age=900', 'SameSite=Lax'])
    expect(reload).toHaveBeenCalledOnce()
  })

  test('uses the protected cookie on HTTPS', () => {
    const { cookie } = run(impersonationSnippet(session), 'https:')

    expect(cookie).toMatch(/^__Host-stack-refresh-/)
    expect(cookie).toMatch(/; Secure$/)
  })
})
