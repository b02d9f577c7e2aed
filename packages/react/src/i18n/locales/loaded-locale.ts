import type { Locale } from './locale.ts'
import { KEY_LENGTH, shortKey } from './short-key.ts'
import { textKeys } from './text-keys.ts'
import type { Text } from './texts.ts'

/** The texts of a language besides English, ready to be read. */
export interface LoadedLocale extends Omit<Locale, 'texts'> {
  readonly text: (english: Text) => string | undefined
}

interface CompactLocale extends Omit<Locale, 'texts'> {
  readonly texts: string
}

/**
 * @param locale from the source, or from the published package, whose texts are lines in the order of `textKeys`
 *   (`tools/locale-keys.ts`)
 */
export function loadedLocale({ texts, ...locale }: Locale | CompactLocale): LoadedLocale {
  if (typeof texts !== 'string') return { ...locale, text: (english) => texts[english] }
  const byKey = new Map(
    texts.split('\n').map((line, index) => [textKeys.slice(index * KEY_LENGTH, (index + 1) * KEY_LENGTH), line]),
  )
  return { ...locale, text: (english) => byKey.get(shortKey(english)) }
}
