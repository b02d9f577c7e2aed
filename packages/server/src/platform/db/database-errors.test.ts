import { describe, expect, test } from 'vitest'

import { isConnectionLost, isUnavailable } from './database-errors.ts'

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
