import { describe, expect, test } from 'vitest'
import { resolveLocale } from './locales.ts'
import { texts as german } from './locales/de-DE.ts'
import { texts, type Text } from './locales/texts.ts'
import { createTranslate, directionOf } from './translate.ts'

describe('createTranslate', () => {
  test('given no language, when translated, then the English text comes back with its parameters', () => {
    const t = createTranslate(null)

    expect(t('Password too short. Minimum length is {n}.', { n: 8 })).toBe('Password too short. Minimum length is 8.')
  })

  test('given an override and a language, when translated, then the override wins', () => {
    const t = createTranslate(german, { 'Sign in': 'Hereinspaziert' })

    expect(t('Sign in')).toBe('Hereinspaziert')
    expect(t('Sign up')).toBe('Registrieren')
  })

  test('given a sentence that nobody knows, when translated, then it comes back unchanged', () => {
    const t = createTranslate(german, {})

    expect(t('constructor' as Text)).toBe('constructor')
    expect(t('A new sentence of the service.' as Text)).toBe('A new sentence of the service.')
  })

  test('given a placeholder without its parameter, when translated, then it stays visible', () => {
    expect(createTranslate(null)('At least {n} characters')).toBe('At least {n} characters')
  })
})

describe('locales', () => {
  test('given the German texts, when compared with the English ones, then none is missing, foreign or empty', () => {
    expect(Object.keys(german).toSorted()).toEqual([...texts].toSorted())
    expect(Object.values(german).filter((text) => text.trim() === '')).toEqual([])
  })

  test.each(texts)('given "%s", when translated to German, then keeps its placeholders', (text) => {
    const placeholders = (of: string): string[] => (of.match(/\{\w+\}/g) ?? []).toSorted()

    expect(placeholders(german[text])).toEqual(placeholders(text))
  })

  test.each([
    ['de-DE', 'de-DE'],
    ['de', 'de-DE'],
    ['de-at', 'de-DE'],
    ['en-US', null],
    ['ar', null],
  ])('given the language %s, when resolved, then %s serves it', (lang, locale) => {
    expect(resolveLocale(lang)).toBe(locale)
  })

  test.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['de', 'ltr'],
    ['arn', 'ltr'],
  ])('given the language %s, when asked for its direction, then says %s', (lang, direction) => {
    expect(directionOf(lang)).toBe(direction)
  })
})
