import { parseSync } from 'oxc-parser'
import type { Plugin } from 'vite'

import { textKeys } from '../packages/react/src/i18n/locales/text-keys.ts'
import { texts } from '../packages/react/src/i18n/locales/texts.ts'

/**
 * Plug-in for builds. The source of a locale is a table with the English texts as keys, which can be read and checked.
 * They are more than a third of its compressed size, so the package has only the translations, in the order of the
 * English texts. The short keys of these are one text, which all locales share.
 */
export const compactLocales = {
  name: 'portico:compact-locales',
  // Before the types are removed, because the parser reads them too.
  enforce: 'pre',
  transform: (code, id) => {
    if (id.endsWith('/i18n/locales/text-keys.ts')) return { code: compactKeys, map: null }
    return /\/i18n\/locales\/[^/]+\/texts\.ts$/.test(id) ? { code: compactLocale(code), map: null } : null
  },
} as const satisfies Plugin

const compactKeys = `export const textKeys = ${JSON.stringify(textKeys)}`

/** Returns a locale's module with lines in place of its text table. */
export function compactLocale(code: string): string {
  const { program } = parseSync('texts.ts', code)
  const variables = program.body.flatMap((node) => (node.type === 'VariableDeclaration' ? node.declarations : []))
  const table = variables.find(({ id }) => id.type === 'Identifier' && id.name === 'texts')?.init
  if (table?.type !== 'ObjectExpression') throw new Error('A locale has no table "texts".')
  const translations = new Map(
    table.properties.map((property) => {
      if (property.type !== 'Property' || property.value.type !== 'Literal') throw new Error('A table has texts only.')
      const { key, value } = property
      return [key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null, value.value]
    }),
  )
  const lines = texts.map((english) => translations.get(english)).join('\n')
  return `${code.slice(0, table.start)}${JSON.stringify(lines)}${code.slice(table.end)}`
}
