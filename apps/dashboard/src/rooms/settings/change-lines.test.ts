import { describe, expect, test } from 'vitest'

import { linesOfChange } from './change-lines.ts'

describe('the lines of a change', () => {
  test('show a value before and after', () => {
    expect(linesOfChange('config.passkey_enabled', false, true)).toEqual([
      { kind: 'changed', path: 'config.passkey_enabled', before: false, after: true },
    ])
  })

  test('name the entries of a list that are added, removed and changed', () => {
    const before = [
      { domain: 'https://a.example', handler_path: '/handler' },
      { domain: 'https://b.example', handler_path: '/handler' },
    ]
    const after = [
      { domain: 'https://b.example', handler_path: '/auth' },
      { domain: 'https://c.example', handler_path: '/handler' },
    ]

    expect(linesOfChange('config.domains', before, after)).toEqual([
      { kind: 'removed', path: 'config.domains', entry: before[0] },
      { kind: 'changed', path: 'config.domains.https://b.example.handler_path', before: '/handler', after: '/auth' },
      { kind: 'added', path: 'config.domains', entry: after[1] },
    ])
  })

  test('name the members of an object, also when it becomes another kind', () => {
    expect(
      linesOfChange('config.email_config', { type: 'shared' }, { type: 'standard', host: 'mail.example' }),
    ).toEqual([
      { kind: 'changed', path: 'config.email_config.type', before: 'shared', after: 'standard' },
      { kind: 'changed', path: 'config.email_config.host', before: undefined, after: 'mail.example' },
    ])
  })

  test('show a complete list if only its order changes or an entry occurs twice', () => {
    expect(linesOfChange('list', ['a', 'b'], ['b', 'a'])).toMatchObject([{ kind: 'changed', before: ['a', 'b'] }])
    expect(linesOfChange('list', ['a', 'a'], ['a'])).toMatchObject([{ kind: 'changed', before: ['a', 'a'] }])
  })

  test('say that a masked secret changes', () => {
    const masked = [{ id: 'github', client_secret: '••••' }]

    expect(linesOfChange('config.oauth_providers', masked, masked)).toEqual([
      { kind: 'secret', path: 'config.oauth_providers' },
    ])
  })
})
