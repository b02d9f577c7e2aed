import { formatLocaleOf, writingDirectionOf } from '@portico/client/admin'

/** Returns the name of a mail language in that language. */
export function mailLanguageName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** Returns what a mail in a language is rendered with. */
export function mailFormatOf(tag: string): { readonly locale: string; readonly direction: 'ltr' | 'rtl' } {
  return { locale: formatLocaleOf(tag), direction: writingDirectionOf(tag) }
}
