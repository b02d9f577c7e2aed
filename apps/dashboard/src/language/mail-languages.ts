import { directionOf } from '@portico/ui/language/direction'

/** Returns the name of a language of mails in the language itself. */
export function mailLanguageName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** Returns what a mail in a language is rendered with. */
export function mailFormatOf(tag: string): { readonly locale: string; readonly direction: 'ltr' | 'rtl' } {
  // The service writes British dates in English mails, because they put the day first.
  return { locale: tag === 'en' ? 'en-GB' : tag, direction: directionOf(tag) }
}
