import { describe, expect, test } from 'vitest'

import { findPageProblem, invitationPagesOf } from './invitations.ts'

describe('the pages of invitations', () => {
  test('are those of the trusted domains, without patterns', () => {
    const domains = [
      { domain: 'https://app.example', handlerPath: '/handler' },
      { domain: 'https://*.example', handlerPath: '/handler' },
      { domain: 'https://b.example/', handlerPath: '/auth/' },
    ]

    expect(invitationPagesOf({ domains, allowLocalhost: true })).toEqual([
      'https://app.example/handler/team-invitation',
      'https://b.example/auth/team-invitation',
    ])
  })

  test('are local ones only while no domain is trusted', () => {
    expect(invitationPagesOf({ domains: [], allowLocalhost: true })).toEqual([
      'http://localhost:3000/handler/team-invitation',
    ])
    expect(invitationPagesOf({ domains: [], allowLocalhost: false })).toEqual([])
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
