import { describe, expect, test } from 'vitest'

import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { isConnectionLost, isConnectionUnusable, translateOutages } from './database-errors.ts'

const withCode = (code: string): Error => Object.assign(new Error('refused'), { code })

const fail = (error: Error): Promise<never> => translateOutages(() => Promise.reject(error))

describe('a connection', () => {
  test.each(['57P01', '57P02', '57P04', '57P05', '25P03', 'ECONNRESET'])('is lost after %s', (code) => {
    expect(isConnectionLost(withCode(code))).toBe(true)
  })

  test.each(['23505', '55P03', '57014', '53300'])('stays in use after %s', (code) => {
    expect(isConnectionUnusable(withCode(code))).toBe(false)
  })

  test('is replaced if it is read-only, although it is not lost', () => {
    expect(isConnectionUnusable(withCode('25006'))).toBe(true)
    expect(isConnectionLost(withCode('25006'))).toBe(false)
  })
})

describe('an outage', () => {
  test.each([
    ...['08000', '08006', '25006', '28P01', '40001', '40P01', '53300', '53400', '55P03', '57014', '57P01', '57P03'],
    ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND'],
  ])('is reported for %s, with the failure as its cause', async (code) => {
    const cause = withCode(code)

    await expect(fail(cause)).rejects.toMatchObject({ name: 'StoreUnavailable', cause })
  })

  test.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect', 'Query read timeout'])(
    'is reported for the driver message "%s"',
    async (message) => {
      await expect(fail(new Error(message))).rejects.toBeInstanceOf(StoreUnavailable)
    },
  )

  test.each(['22012', '23502', '23503', '23505', '42P01', '42601', ''])(
    'is not reported for the code "%s"',
    async (code) => {
      const error = withCode(code)

      await expect(fail(error)).rejects.toBe(error)
    },
  )
})
