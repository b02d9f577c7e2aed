import { readdirSync } from 'node:fs'

import { KnownError } from '@portico/client'
import { errorCatalogue, type ErrorSpec } from '@portico/contract'
import type { RaisedErrorCode } from '@portico/contract/errors'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { loadLocale, localeNames } from './load-locale.ts'
import { hasLocale } from './locales.ts'
import { locale as germanTexts } from './locales/de-DE/texts.ts'
import { textsOfErrors, type LocaleErrors } from './locales/error-texts.ts'
import { loadedLocale } from './locales/loaded-locale.ts'
import { plurals, type PluralText } from './locales/plurals.ts'
import { texts } from './locales/texts.ts'
import { directionOf } from '@portico/ui/language/direction'
import { createTranslate } from './translate.ts'

const german = loadedLocale(germanTexts)

describe('createTranslate', () => {
  test('returns the English text with its parameters without a language', () => {
    const t = createTranslate(null)

    expect(t('Password too short. Minimum length is {n}.', { n: 8 })).toBe('Password too short. Minimum length is 8.')
  })

  test('prefers an override to the language', () => {
    const t = createTranslate(german, { 'Sign in': 'Hereinspaziert' })

    expect(t('Sign in')).toBe('Hereinspaziert')
    expect(t('Sign up')).toBe('Registrieren')
  })

  test('keeps a placeholder without a parameter', () => {
    expect(createTranslate(null)('At least {n} characters')).toBe('At least {n} characters')
  })
})

describe('errors', () => {
  const tooShort = new KnownError('PASSWORD_TOO_SHORT', { min_length: 8 }, 'A sentence of the service.')
  const exists = new KnownError('TEAM_ALREADY_EXISTS', { team_id: 't1' }, 'The team t1 already exists.')

  test('are translated by code, with their details', () => {
    const t = createTranslate(german)

    expect(t.error(tooShort)).toBe('Das Passwort ist zu kurz. Die Mindestlänge beträgt 8 Zeichen.')
    expect(t.error(exists)).toBe('Das Team t1 gibt es bereits.')
  })

  test.each(['ar', 'he', 'de-DE'])('in %s isolate what could reorder a sentence from right to left', async (lang) => {
    const id = '1f4dcc3b-5aa7-4d61-8327-deb882cf99aa'
    const missing = new KnownError('TEAM_ALREADY_EXISTS', { team_id: `${id}\u202e` }, '')
    const scope = new KnownError('WRONG_PERMISSION_SCOPE', { permission_id: 'read:notes', expected_scope: 'team' }, '')
    const { error } = createTranslate(await loadLocale(lang))

    const isolated = directionOf(lang) === 'rtl'
    expect(error(missing)).toContain(isolated ? `\u2068${id}\u2069` : `${id}\u202e`)
    expect(error(scope).includes('\u2068read:notes\u2069')).toBe(isolated)
    // The other detail determines the sentence.
    expect(error(scope)).toContain({ ar: 'فريق', he: 'הרשאת צוות', 'de-DE': 'Team' }[lang])
  })

  test('have the message of the service in English', () => {
    expect(createTranslate(null).error(exists)).toBe('The team t1 already exists.')
  })

  test.each([null, german])('can be overridden by their English text in every language', (locale) => {
    const overrides = { 'Password too short. Minimum length is {n}.': 'Too short, {n} at least' }

    expect(createTranslate(locale, overrides).error(tooShort)).toBe('Too short, 8 at least')
  })

  test.each(['SCHEMA_ERROR', 'BODY_PARSING_ERROR', 'ALL_OVERLOADS_FAILED'] as const)(
    '%s shows no technical sentence',
    (code) => {
      const error = new KnownError(code, { message: 'body.password: too long' }, 'body.password: too long')

      expect(createTranslate(null).error(error)).toBe('An unknown error occurred.')
    },
  )

  test('without their details keep the sentence of the service', () => {
    const error = new KnownError('TEAM_ALREADY_EXISTS', undefined, 'The team already exists.')

    expect(createTranslate(german).error(error)).toBe('The team already exists.')
  })

  test.each(['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG'] as const)(
    '%s without its details keeps the sentence of the service',
    (errorCode) => {
      for (const details of [undefined, null]) {
        const error = { errorCode, details, message: 'Choose another length.' }

        expect(createTranslate(null).error(error)).toBe('Choose another length.')
        expect(createTranslate(german).error(error)).toBe('Choose another length.')
      }
    },
  )

  test('that need no details are translated without them', () => {
    const error = { errorCode: 'PASSWORD_REQUIREMENTS_NOT_MET', details: undefined, message: 'Too common.' } as const

    expect(createTranslate(null).error(error)).toBe('This password is too easy to guess. Please choose another one.')
  })

  test('of every code that can be raised have a German sentence', () => {
    const raised = Object.entries(errorCatalogue as Readonly<Record<string, ErrorSpec>>)
      .filter(([code, { status }]) => status !== null && !(code in textsOfErrors))
      .map(([code]) => code)

    expect(Object.keys(german.errors).toSorted()).toEqual(raised.toSorted())
    expectTypeOf<keyof LocaleErrors | keyof typeof textsOfErrors>().toEqualTypeOf<RaisedErrorCode>()
  })

  test('a locale that lacks a code does not compile', () => {
    const { TEAM_NOT_FOUND: left, ...others } = german.errors

    // @ts-expect-error a sentence is missing
    const incomplete: LocaleErrors = others

    expect(incomplete).not.toHaveProperty('TEAM_NOT_FOUND')
    expect(left).toBeTypeOf('function')
  })

  test('a sentence knows the details of its own code only', () => {
    const errors: Pick<LocaleErrors, 'TEAM_NOT_FOUND' | 'PERMISSION_NOT_FOUND'> = {
      TEAM_NOT_FOUND: ({ team_id }) => team_id,
      // @ts-expect-error this error has a permission and no team
      PERMISSION_NOT_FOUND: ({ team_id }) => team_id,
    }

    expect(Object.keys(errors)).toHaveLength(2)
  })
})

describe('locales', () => {
  test('German says that two passwords differ', () => {
    const error = { errorCode: 'PASSWORD_CONFIRMATION_MISMATCH', details: undefined, message: '' } as const

    expect(createTranslate(german).error(error)).toBe('Die Passwörter stimmen nicht überein.')
  })

  test.each([/Authentifizierungs-App/, /[Gg]eteilte\w* Schlüssel/, /Anmeldeart/])(
    'German has one term instead of %s',
    (synonym) => {
      const sentences = [...Object.values(germanTexts.texts), ...Object.values(german.errors).map(String)]

      expect(sentences.filter((sentence) => synonym.test(sentence))).toEqual([])
    },
  )

  test('German has exactly the English keys, and no text is empty', () => {
    expect(Object.keys(germanTexts.texts).toSorted()).toEqual([...texts].toSorted())
    expect(Object.values(germanTexts.texts).filter((text) => text.trim() === '')).toEqual([])
  })

  test.each(texts)('the German text for "%s" has the same placeholders', (text) => {
    const placeholders = (of: string): string[] => (of.match(/\{\w+\}/g) ?? []).toSorted()

    expect(placeholders(germanTexts.texts[text])).toEqual(placeholders(text))
  })

  test.each(Object.keys(plurals) as PluralText[])('English and German have each form of "%s"', (text) => {
    for (const forms of [plurals, german.plurals]) {
      expect(forms[text](2)).toContain('{n}')
      expect(forms[text](1)).not.toContain('{n}')
    }
  })

  test.each([...localeNames, 'iw', 'zh-Hant-HK'])('%s is known before it is loaded', (lang) => {
    expect(hasLocale(lang)).toBe(true)
  })

  test.each(['en', 'la', 'den', 'x'])('%s is not known', (lang) => {
    expect(hasLocale(lang)).toBe(false)
  })

  test.each([
    ['de', 'Anmelden'],
    ['es-MX', 'Iniciar sesión'],
    ['zh-HK', '登入'],
    ['la', undefined],
  ])('the language %s says %s', async (lang, text) => {
    expect((await loadLocale(lang))?.text('Sign in')).toBe(text)
  })

  test.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['de', 'ltr'],
    ['arn', 'ltr'],
  ])('the language %s has the direction %s', (lang, direction) => {
    expect(directionOf(lang)).toBe(direction)
  })
})

test('each folder of locales is in the list, with texts and errors', () => {
  const entries = readdirSync(new URL('./locales/', import.meta.url), { withFileTypes: true })
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

  expect(folders.toSorted()).toEqual(localeNames.toSorted())
  for (const folder of folders) {
    expect(readdirSync(new URL(`./locales/${folder}/`, import.meta.url)).toSorted()).toEqual(['errors.ts', 'texts.ts'])
  }
})
