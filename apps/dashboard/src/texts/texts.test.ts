import { serviceLanguages } from '@portico/client/admin'
import { sources } from '@portico/moving/sources'
import { describe, expect, test } from 'vitest'

import { languages } from '../language/language.ts'
import { importsTexts } from './en/imports.ts'
import { settingsTexts } from './en/settings.ts'

const files = import.meta.glob<Readonly<Record<string, object>>>('./*/*.ts', { eager: true })
const folders = [...new Set(Object.keys(files).map((path) => path.split('/', 2)[1] ?? ''))]

/** Returns the texts of an area. English ones are stored as `en` beside their area. */
function tableOf(language: string, area: string): object {
  const [texts] = Object.values(files[`./${language}/${area}.ts`] ?? {})
  return texts && 'en' in texts ? (texts.en as object) : (texts ?? {})
}

/** The paths of all texts in a table. */
function keysOf(table: object): string[] {
  return Object.entries(table).flatMap(([key, text]) =>
    typeof text === 'object' ? keysOf(text as object).map((rest) => `${key}.${rest}`) : [key],
  )
}

test('each folder of texts is a language of the list', () => {
  expect(folders.toSorted()).toEqual(Object.keys(languages).toSorted())
})

test('the service has mails in each language of the list', () => {
  expect(serviceLanguages).toEqual(expect.arrayContaining(Object.keys(languages)))
})

describe.each(Object.keys(languages))('the texts in the language "%s"', (language) => {
  const areasOf = (folder: string): string[] =>
    Object.keys(files).flatMap((path) => (path.startsWith(`./${folder}/`) ? [path.slice(3 + folder.length)] : []))

  test('have the areas of English', () => {
    expect(areasOf(language)).toEqual(areasOf('en'))
  })

  test.each(areasOf('en').map((file) => file.replace('.ts', '')))(
    'have the keys of English in the area "%s"',
    (area) => {
      expect(keysOf(tableOf(language, area)).toSorted()).toEqual(keysOf(tableOf('en', area)).toSorted())
    },
  )
})

test('each source of imports is described, with its files and the options beside them', () => {
  const { en } = importsTexts
  const named = (of: (source: (typeof sources)[number]) => readonly { readonly name: string }[]): string[] =>
    sources.flatMap((source) => of(source).map(({ name }) => `${source.id}.${name}`))

  expect(Object.keys(en.sources)).toEqual(sources.map(({ id }) => id))
  expect(Object.keys(en.files)).toEqual(named(({ files }) => files))
  expect(Object.keys(en.options)).toEqual(named(({ options }) => options.filter(({ isForApi }) => !isForApi)))
})

test('the texts of another language load once, and English without loading', async () => {
  const german = await settingsTexts.load('de')

  expect(settingsTexts.read('de')).toBe(german)
  expect(settingsTexts.read('en')).toBe(settingsTexts.en)
})

test('a language without texts gets English', async () => {
  expect(await settingsTexts.load('xx')).toBe(settingsTexts.en)
})
