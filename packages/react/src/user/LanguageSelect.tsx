'use client'

import { closestLanguage } from '@portico/ui/language/closest-language'
import { directionOf } from '@portico/ui/language/direction'
import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { describeFailure } from '../form/describe-error.ts'
import { useStoredChoice } from '../hooks/useStoredChoice.ts'
import { keepLanguage } from '../i18n/kept-language.ts'
import { useShownLanguage, useTranslateNow } from '../i18n/language.ts'
import { localeNames } from '../i18n/load-locale.ts'
import { isStartedByAdministrator } from './impersonation.ts'
import { Notice } from '../parts/Notice.tsx'

const languages = nameLanguages(['en-US', ...localeNames])
const tags = languages.map(({ tag }) => tag)

export function LanguageSelect({ choose }: { readonly choose: (lang: string) => void }): ReactNode {
  const app = usePorticoApp()
  const t = useTranslateNow()
  const { lang } = useShownLanguage()

  const { choose: store } = useStoredChoice(async (tag: string) => {
    const user = await app.getUser({ or: 'return-null' })
    if (!user) return
    // A session that an administrator started leaves the account as it is.
    const { accessToken } = await user.currentSession.getTokens()
    if (!isStartedByAdministrator(accessToken)) await user.update({ locale: tag })
  })

  return (
    <>
      <select
        className="portico-language"
        aria-label={t('Language')}
        value={closestLanguage(tags, lang) ?? 'en-US'}
        onChange={({ target: { value } }) => {
          keepLanguage(value)
          choose(value)
          void store.submit(value)
        }}
      >
        {languages.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag} dir={directionOf(tag)}>
            {name}
          </option>
        ))}
      </select>
      {store.failure !== null && <Notice {...describeFailure(t, store.failure)} />}
    </>
  )
}

/** Names each language in itself, with its region only where two regions have texts of their own. */
function nameLanguages(names: readonly string[]): { readonly tag: string; readonly name: string }[] {
  const count = (language: string): number => names.filter((tag) => languageOf(tag) === language).length
  return names
    .map((tag) => {
      const shown = count(languageOf(tag)) > 1 ? tag : languageOf(tag)
      const name = new Intl.DisplayNames(tag, { type: 'language', languageDisplay: 'standard' }).of(shown) ?? tag
      return { tag, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

function languageOf(tag: string): string {
  return tag.split('-')[0] ?? tag
}
