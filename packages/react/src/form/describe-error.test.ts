import { ConnectionError, KnownError, StatusError } from '@portico/client'
import { describe, expect, test } from 'vitest'
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

describe('describeFailure', () => {
  test.each([
    ['a refusal', wrong, { title: 'Wrong e-mail or password.' }],
    ['a request of the wrong shape', schema, unknown],
    ['no connection', new ConnectionError('UNREACHABLE', 'No answer.', null), noAnswer],
    ['a gateway error', new StatusError(503, 'down'), noAnswer],
    ['too many calls', new StatusError(429, 'slow'), { title: 'Too many attempts. Please try again in a moment.' }],
    ['a fault of the service', new StatusError(500, 'bug'), unknown],
    ['a defect of this package', new TypeError('x is not a function'), unknown],
  ])('describes %s', (_, failure, described) => {
    expect(describeFailure(t, failure)).toEqual(described)
  })
})
