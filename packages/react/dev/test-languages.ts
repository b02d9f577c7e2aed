import type { PorticoProviderProps, Text } from '@portico/react'
import { loadLocale, localeNames } from '../src/i18n/load-locale.ts'
import { plurals, type PluralForm, type PluralText } from '../src/i18n/locales/plurals.ts'
import { texts } from '../src/i18n/locales/texts.ts'
import { pseudoText } from './pseudo-text.ts'

/** `pseudo`: invented, longer than English and from right to left. `longest`: for each text the widest translation. */
export type TestLanguage = 'pseudo' | 'longest'

type Translation = Pick<PorticoProviderProps, 'lang' | 'translationOverrides'>

/** A plural text, the number of a form and the English form. */
const forms = (Object.keys(plurals) as PluralText[]).flatMap((text) =>
  [1, 7].map((n) => [text, n, plurals[text](n) as PluralForm] as const),
)

/** Languages that only the tests of the layout have, as the properties of the provider. */
export const testLanguages: Readonly<Record<TestLanguage, () => Promise<Translation>>> = {
  // Dates, numbers and the errors of the service are in a language that exists.
  pseudo: async () => ({ lang: 'ar', translationOverrides: tableOf(pseudoText) }),
  longest: async () => ({ lang: 'de', translationOverrides: await (longest ??= longestTexts()) }),
}

let longest: ReturnType<typeof longestTexts> | undefined

async function longestTexts(): Promise<Record<Text | PluralForm, string>> {
  const locales = (await Promise.all(localeNames.map(loadLocale))).filter((locale) => locale !== null)
  const formOf = new Map<string, (typeof forms)[number]>(forms.map((form) => [form[2], form]))
  return tableOf((english) => {
    const form = formOf.get(english)
    return widest(
      locales.map((locale) => (form ? locale.plurals[form[0]](form[1]) : (locale.text(english as Text) ?? english))),
    )
  })
}

function tableOf(translate: (english: Text | PluralForm) => string): Record<Text | PluralForm, string> {
  const all = [...texts, ...forms.map(([, , english]) => english)]
  return Object.fromEntries(all.map((english) => [english, translate(english)])) as Record<Text | PluralForm, string>
}

const canvas = document.createElement('canvas').getContext('2d')

/** Returns the widest text in the font of the components. */
function widest(candidates: readonly string[]): string {
  if (!canvas) throw new Error('The page cannot measure texts.')
  const family = getComputedStyle(document.documentElement).getPropertyValue('--portico-font-family')
  canvas.font = `15px ${family || 'sans-serif'}`
  const widthOf = (text: string): number => canvas.measureText(text).width
  return candidates.reduce((one, other) => (widthOf(other) > widthOf(one) ? other : one), '')
}
