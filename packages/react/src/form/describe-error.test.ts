import { ConnectionError, KnownError, StatusError, type BrowserError, type BrowserErrorCode } from '@portico/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTranslate } from '../i18n/translate.ts'
import { describeFailure } from './describe-error.ts'

const t = createTranslate(null)
const unknown = {
  title: 'An unknown error occurred.',
  text: 'Please try again and if the problem persists, contact support.',
}
const noAnswer = {
  title: 'The service did not answer',
  text: 'Your data is safe. Wait a moment, then try again.',
}
const wrong = new KnownError('EMAIL_PASSWORD_MISMATCH', undefined, 'Wrong e-mail or password.')
const schema = new KnownError('SCHEMA_ERROR', { message: 'body.password: too long' }, 'body.password: too long')
const tooMany = (seconds: number | null): KnownError =>
  new KnownError('RATE_LIMITED', { retry_after_seconds: seconds }, 'Too many attempts.', 429)
/** The SDK loads the class on demand and exports only its type. */
const browserError = (code: BrowserErrorCode): BrowserError =>
  Object.assign(new Error('x'), { name: 'BrowserError' as const, code })
const limited = (when: string): { title: string } => ({ title: `Too many attempts. Please try again ${when}.` })

describe('describeFailure', () => {
  afterEach(() => vi.restoreAllMocks())

  test.each([
    ['a refusal', wrong, { title: 'Wrong e-mail or password.' }],
    ['a request of the wrong shape', schema, unknown],
    ['no connection', new ConnectionError('UNREACHABLE', 'No answer.', null), noAnswer],
    ['a gateway error', new StatusError(503, 'down'), noAnswer],
    ['too many calls', tooMany(null), limited('in a moment')],
    ['too many calls, for 2 s', tooMany(2), limited('in a moment')],
    ['too many calls, for 45 s', tooMany(45), limited('in 45 seconds')],
    ['too many calls, for 100 s', tooMany(100), limited('in 2 minutes')],
    ['too many calls, for an hour', tooMany(3_600), limited('in 60 minutes')],
    [
      'blocked cookies',
      browserError('COOKIES_BLOCKED'),
      { title: 'Please allow cookies for this page, then try again.' },
    ],
    [
      'a page without https',
      browserError('INSECURE_CONTEXT'),
      { title: 'Please open this page with https, then try again.' },
    ],
    ['a fault of the service', new StatusError(500, 'bug'), unknown],
    ['a defect of this package', new TypeError('x is not a function'), unknown],
  ])('describes %s', (_, failure, described) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})

    expect(describeFailure(t, failure)).toEqual(described)
  })

  test('logs the cause of an unknown error once, and none that it explains', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const defect = new TypeError('x is not a function')

    for (const failure of [defect, defect, wrong, browserError('COOKIES_BLOCKED')]) describeFailure(t, failure)

    expect(log.mock.calls).toEqual([[defect]])
  })
})
