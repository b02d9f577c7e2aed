import { expect, expectTypeOf, test } from 'vitest'
import { bodyOf } from './body-of.ts'
import { present } from './present.ts'

test('fields get camel case, moments become dates, and values keep their names', () => {
  const read = { signed_up_at_millis: 0, factor_reset_at_millis: null, client_metadata: { a_b_millis: 1 }, id: 'x' }

  expect(present(read)).toEqual({
    signedUpAt: new Date(0),
    factorResetAt: null,
    clientMetadata: { a_b_millis: 1 },
    id: 'x',
  })
})

test('a field gets the name that the SDK has for it', () => {
  const shown = present({ created_at_millis: 0, auth_with_email: true }, { created_at_millis: 'deletedAt' })

  expect(shown).toEqual({ deletedAt: new Date(0), authWithEmail: true })
  expectTypeOf(shown).toEqualTypeOf<{ readonly deletedAt: Date; readonly authWithEmail: boolean }>()
})

test('options get snake case, dates become milliseconds, and values keep their names', () => {
  const options = { createdFrom: new Date(5), clientMetadata: { aB: new Date(0) }, teamId: undefined, locale: null }

  const body = bodyOf(options)

  expect(body).toEqual({ created_from_millis: 5, client_metadata: { aB: new Date(0) }, locale: null })
  expectTypeOf(body.created_from_millis).toEqualTypeOf<number>()
})

test('a moment that can be null does not compile as an option', () => {
  const options: { readonly expiresAt: Date | null } = { expiresAt: null }

  expectTypeOf(bodyOf(options).expires_at_millis).toEqualTypeOf<never>()
  expect(bodyOf(options)).toEqual({ expires_at: null })
})
