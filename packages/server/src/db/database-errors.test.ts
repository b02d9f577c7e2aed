import { describe, expect, test } from 'vitest'

import { isConnectionLost, isRefused, isUnavailable, NeverSent } from './database-errors.ts'

describe('what may be sent again', () => {
  test.each([
    ['a unique violation', '23505'],
    ['a lock timeout', '55P03'],
    ['a statement timeout', '57014'],
    ['a deadlock', '40P01'],
    ['an error one of our functions raises', 'P0001'],
  ])('given %s, when looked at, then nothing has happened', (_what, code) => {
    expect(isRefused(Object.assign(new Error('refused'), { code }))).toBe(true)
  })

  test('given a statement that was never sent, when looked at, then nothing has happened', () => {
    expect(isRefused(new NeverSent('a value cannot be sent'))).toBe(true)
  })

  test.each([
    ['a connection the server ends', '57P01'],
    ['a crash of the server', '57P02'],
    ['a connection failure', '08006'],
    ['a disk that is full under the log at the commit', '53100'],
    ['an error of the disk at the commit', '58030'],
    ['an assumption of the server that broke', 'XX000'],
    ['a socket that broke', 'EPIPE'],
    ['a socket of another kind of trouble', 'EBADF'],
    ['no code', undefined],
  ])('given %s, when looked at, then nobody knows', (_what, code) => {
    expect(isRefused(Object.assign(new Error('broken'), { code }))).toBe(false)
  })
})

describe('a connection that is gone', () => {
  test.each(['57P01', '57P02', '57P05', '25P03', 'ECONNRESET'])('given %s, when looked at, then it is gone', (code) => {
    const error = Object.assign(new Error('the end'), { code })

    expect(isConnectionLost(error)).toBe(true)
    expect(isUnavailable(error)).toBe(true)
  })

  test.each(['23505', '55P03', '57014', '53300'])('given %s, when looked at, then it goes on', (code) => {
    expect(isConnectionLost(Object.assign(new Error('refused'), { code }))).toBe(false)
  })
})
