import { errorCatalogue, type ErrorCode } from '@portico/contract'

import { textsOfErrors } from '../../packages/react/src/i18n/locales/error-texts.ts'
import type { Locale } from '../../packages/react/src/i18n/locales/locale.ts'
import { plurals as englishPlurals } from '../../packages/react/src/i18n/locales/plurals.ts'
import { texts as componentTexts } from '../../packages/react/src/i18n/locales/texts.ts'
import type { Texts } from '../../packages/server/src/texts/en/texts.ts'
import { detailsOf, mailSamples, providerFailure } from './samples.ts'

/** Sentences by their ids. An id names the place of a text in its catalogue. */
export type Sentences = ReadonlyMap<string, string>

/** Numbers that select every plural form of the languages. */
const counts = [0, 1, 2, 3, 11, 100, 1_000_000]

/**
 * The sentences of the components in one language. Functions are called with placeholders for the details.
 *
 * @param locale null for English
 */
export function sentencesOfComponents(locale: Locale | null): Sentences {
  const sentences = new Map<string, string>()
  for (const text of componentTexts) sentences.set(`component: ${text}`, locale?.texts[text] ?? text)
  for (const [text, form] of Object.entries(locale?.plurals ?? englishPlurals)) {
    for (const count of counts) sentences.set(`component: ${text} (${count})`, form(count))
  }
  for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
    // Families are never sent, and forms show some errors with a text of the components.
    if (errorCatalogue[code].status === null || code in textsOfErrors) continue
    const message: unknown = locale === null ? errorCatalogue[code].message : Reflect.get(locale.errors, code)
    detailsOf(code).forEach((details, index, { length }) => {
      sentences.set(`error: ${code}${length === 1 ? '' : ` (${index + 1})`}`, sentenceOf(message, details))
    })
  }
  return sentences
}

/** The sentences in the service's pages and mails, in one language. */
export function sentencesOfService(texts: Texts): Sentences {
  const sentences = new Map<string, string>()
  const { errors, locale: _locale, direction: _direction, mailFrame, mails, ...pages } = texts
  const { known, provider, unexpected, ...otherErrors } = errors
  addTexts(sentences, 'page', { ...pages, errors: otherErrors })
  sentences.set('page: errors.unexpected', sentenceOf(unexpected, '{requestId}'))
  for (const [code, message] of Object.entries(known)) {
    detailsOf(code as ErrorCode).forEach((details, index, { length }) => {
      sentences.set(`page: errors.${code}${length === 1 ? '' : ` (${index + 1})`}`, sentenceOf(message, details))
    })
  }
  for (const [failure, message] of Object.entries(provider)) {
    const ofProvider = (name: string): string => message(name, providerFailure)
    sentences.set(`page: errors.provider.${failure}`, sentenceOf(ofProvider, '{provider}'))
  }
  const { footer, footerWithoutPortico, moment, support, ...words } = mailFrame
  addTexts(sentences, 'mail', { frame: words })
  sentences.set('mail: frame.moment', moment('{day}', '{time}'))
  sentences.set('mail: frame.footer', footer({ host: '{host}', project: '{project}' }))
  const sender = { host: '{host}', project: '{project}' }
  sentences.set('mail: frame.footer without Portico', footerWithoutPortico(sender))
  sentences.set('mail: frame.support', support('{address}'))
  sentences.set('mail: frame.footer of the service', footer({ host: '{host}', project: '' }))
  for (const [mail, samples] of Object.entries(mailSamples)) {
    for (const [name, sample] of Object.entries(samples)) {
      // The tables of mails and samples have the same keys and matching arguments.
      const compose = mails[mail as keyof typeof mails] as (details: unknown) => object
      const id = name === 'all' ? mail : `${mail} (${name})`
      addTexts(sentences, 'mail', { [id]: compose(sample) })
    }
  }
  return sentences
}

function addTexts(sentences: Map<string, string>, area: string, table: object, path = ''): void {
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === 'string') sentences.set(`${area}: ${path}${key}`, value)
    else addTexts(sentences, area, value as object, `${path}${key}.`)
  }
}

/** Returns the sentence without the marks that isolate its details, which are not part of a text. */
function sentenceOf(message: unknown, details: unknown): string {
  const sentence: unknown =
    typeof message === 'function' ? (message as (details: unknown) => unknown)(details) : message
  return String(sentence).replaceAll(/[\u2068\u2069]/g, '')
}
