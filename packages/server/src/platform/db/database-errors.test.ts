import { describe, expect, test } from 'vitest'

import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import {
  endsConnection,
  isConnectionUnusable,
  isRetryable,
  LostBeforeCommit,
  translateOutages,
} from './database-errors.ts'

/** An error as the server sends it. */
const withCode = (code: string, severity = 'ERROR'): Error =>
  Object.assign(new Error('refused'), { code, severity, routine: 'exec_simple_query' })

const fail = (error: Error): Promise<never> => translateOutages(() => Promise.reject(error))

describe('a connection', () => {
  test.each(['57P01', '57P02', '57P04', '57P05', '25P03', '08006', '26000'])('ends with %s', (code) => {
    expect(endsConnection(withCode(code))).toBe(true)
  })

  test('ends with every fatal error', () => {
    expect(endsConnection(withCode('53300', 'FATAL'))).toBe(true)
  })

  test.each(['23505', '40001', '53100', '55P03', '57014'])('stays in use after %s', (code) => {
    expect(isConnectionUnusable(withCode(code))).toBe(false)
  })

  test.each(['25006', '58030', 'XX000'])('is replaced after %s, although it has not ended', (code) => {
    expect(isConnectionUnusable(withCode(code))).toBe(true)
    expect(endsConnection(withCode(code))).toBe(false)
  })
})

describe('a retry', () => {
  test('is for work that had no effect', () => {
    const outdated = Object.assign(withCode('0A000'), { routine: 'RevalidateCachedQuery' })

    expect([withCode('40001'), withCode('40P01'), outdated, new LostBeforeCommit()].every(isRetryable)).toBe(true)
    expect([withCode('40003'), withCode('57P01'), withCode('0A000'), new Error('x')].some(isRetryable)).toBe(false)
  })
})

describe('an outage', () => {
  test.each([
    '08000',
    '08006',
    '25006',
    '40001',
    '40P01',
    '53300',
    '53400',
    '55P03',
    '57014',
    '57P01',
    '58030',
    'XX002',
  ])('is reported for %s, with the failure as its cause', async (code) => {
    const cause = withCode(code)

    await expect(fail(cause)).rejects.toMatchObject({ name: 'StoreUnavailable', cause })
  })

  test('is not reported twice', async () => {
    const error = new StoreUnavailable('Redis is not available.')

    await expect(fail(error)).rejects.toBe(error)
  })

  test.each(['22012', '23502', '23503', '23505', '42P01', '42601', '0A000'])(
    'is not reported for the error %s of a statement',
    async (code) => {
      const error = withCode(code)

      await expect(fail(error)).rejects.toBe(error)
    },
  )

  test.each(['EPIPE', 'ECONNRESET', ''])(
    'is not reported for an error of this process with the code "%s"',
    async (code) => {
      const error = Object.assign(new Error('own'), { code })

      await expect(fail(error)).rejects.toBe(error)
    },
  )
})
