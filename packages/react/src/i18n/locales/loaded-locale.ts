import type { Locale } from './locale.ts'
import { KEY_LENGTH, shortKey } from './short-key.ts'
import type { Text } from './texts.ts'

/** The texts of a language besides English, ready to be read. */
export interface LoadedLocale extends Omit<Locale, 'texts'> {
  readonly text: (english: Text) => string | undefined
}

interface CompactLocale extends Omit<Locale, 'texts'> {
  readonly texts: string
}

/** @param locale from the source, or from the published package, whose texts are lines with short keys (`tools/locale-keys.ts`) */
export function loadedLocale({ texts, ...locale }: Locale | CompactLocale): LoadedLocale {
  if (typeof texts !== 'string') return { ...locale, text: (english) => texts[english] }
  const byKey = new Map(texts.split('\n').map((line) => [line.slice(0, KEY_LENGTH), line.slice(KEY_LENGTH)]))
  return { ...locale, text: (english) => byKey.get(shortKey(english)) }
}
