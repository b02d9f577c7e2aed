import { describe, expect, test } from 'vitest'

import { appPageAt, appPagesOf, findPageProblem } from './app-pages.ts'

describe('the pages of the SDK in an app', () => {
  test('are those of the trusted domains, without patterns', () => {
    const domains = [
      { domain: 'https://app.example', handlerPath: '/handler' },
      { domain: 'https://*.example', handlerPath: '/handler' },
      { domain: 'https://b.example/', handlerPath: '/auth/' },
    ]

    expect(appPagesOf(domains, 'teamInvitation')).toEqual([
      'https://app.example/handler/team-invitation',
      'https://b.example/auth/team-invitation',
    ])
  })

  test('are at no assumed address while no domain is trusted', () => {
    expect(appPagesOf([], 'factorReset')).toEqual([])
    expect(appPageAt('http://localhost:5173', 'factorReset')).toBe('http://localhost:5173/handler/factor-reset')
  })
})

test.each([
  ['', 'empty'],
  ['https://app.example/my page', 'spaces'],
  ['app.example/x', 'url'],
  ['javascript:alert(1)', 'url'],
  ['https://app.example/x', null],
])('the problem of the page %j is %s', (page, problem) => {
  expect(findPageProblem(page)).toBe(problem)
})
