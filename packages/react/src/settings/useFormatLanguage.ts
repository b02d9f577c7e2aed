import { useShownLanguage } from '../i18n/language.ts'

/** The language for dates, places and the like: the shown one, unless the host's tag for it is none that `Intl` takes. */
export function useFormatLanguage(): string {
  const { lang } = useShownLanguage()
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
