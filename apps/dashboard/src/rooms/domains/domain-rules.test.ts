import { describe, expect, test } from 'vitest'

import { findDomainProblem, removeDomain, replaceDomain, secureDomain } from './domain-rules.ts'

const app = { domain: 'https://app.example', handlerPath: '/handler' }
const staging = { domain: 'http://staging.example', handlerPath: '/konto' }

describe('a trusted domain', () => {
  test.each([
    ['', 'empty'],
    ['https://reading room.example', 'spaces'],
    ['app.example', 'url'],
    ['ftp://app.example', 'scheme'],
    ['https://app.example@evil.example', 'url'],
    ['https://app%2eexample', 'url'],
    ['https://app.example', 'taken'],
    ['https://*.app.example', null],
  ])('%j has the problem %j', (domain, expected) => {
    expect(findDomainProblem(domain, [app])).toBe(expected)
  })
})

describe('the list of trusted domains', () => {
  test('keeps the other entries when one is changed, removed or added again', () => {
    const changed = { ...staging, handlerPath: '/handler' }

    expect(replaceDomain([app, staging], staging.domain, changed)).toEqual([app, changed])
    expect(replaceDomain([app], staging.domain, changed)).toEqual([app, changed])
    expect(removeDomain([app, staging], app.domain)).toEqual([staging])
  })

  test('changes an entry to https, once', () => {
    const secure = { ...staging, domain: 'https://staging.example' }

    expect(secureDomain([app, staging], staging.domain)).toEqual([app, secure])
    expect(secureDomain([secure, staging], staging.domain)).toEqual([secure])
  })
})
