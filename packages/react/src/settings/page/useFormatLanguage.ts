import { useShownLanguage } from '../../i18n/language.ts'

/** The language for dates and places: the current one, unless `Intl` does not support its tag. */
export function useFormatLanguage(): string {
  const { lang } = useShownLanguage()
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
