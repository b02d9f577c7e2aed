import { describe, expect, test } from 'vitest'

import { findPageProblem, invitationPageAt, invitationPagesOf } from './invitations.ts'

describe('the pages of invitations', () => {
  test('are those of the trusted domains, without patterns', () => {
    const domains = [
      { domain: 'https://app.example', handlerPath: '/handler' },
      { domain: 'https://*.example', handlerPath: '/handler' },
      { domain: 'https://b.example/', handlerPath: '/auth/' },
    ]

    expect(invitationPagesOf(domains)).toEqual([
      'https://app.example/handler/team-invitation',
      'https://b.example/auth/team-invitation',
    ])
  })

  test('are at no assumed address while no domain is trusted', () => {
    expect(invitationPagesOf([])).toEqual([])
    expect(invitationPageAt('http://localhost:5173')).toBe('http://localhost:5173/handler/team-invitation')
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
