import { readFileSync } from 'node:fs'

import { Liquid } from 'liquidjs'

import { textsOf, type Language } from '../language/languages.ts'
import type { CodeMailWords, MailWords } from '../texts/en/mail-frame.ts'
import type { Texts } from '../texts/en/texts.ts'
import type { Project } from '../records/projects/project.ts'
import type { MailContent, MailValue } from './mail-data.ts'
import { valueInWords } from './mail-text.ts'
import { nameInMail } from './name-in-mail.ts'

export interface RenderedMail {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The subject without codes and links, for the list of sent mails. */
  readonly shownSubject: string
}

// Only the sentences are inserted unescaped.
const engine = new Liquid({ strictVariables: true, strictFilters: true, ownPropertyOnly: true, outputEscape: 'escape' })
const layout = engine.parse(readFileSync(new URL('./layout.html.liquid', import.meta.url), 'utf8'))

type Words = MailWords & Partial<CodeMailWords>

/** Who sends the mail, for its footer. */
interface Sender {
  readonly project: Pick<Project, 'id' | 'displayName'>
  readonly baseUrl: string
}

/**
 * Renders the parts of a mail in a language. The sentences are formed once for each part: with plain values for subject and text, and with
 * escaped ones for the HTML part. Values are never read as a template.
 */
export function renderMail(content: MailContent, sender: Sender, language: Language): RenderedMail {
  const texts = textsOf(language)
  const { code = '', link = '' } = content
  const plain = formPart(content, sender, texts, (value) => valueInWords(value, texts))
  const markup = formPart(content, sender, texts, (value) => valueAsMarkup(value, texts))
  const { subject } = plain.words
  return {
    subject,
    shownSubject: hideSecrets(subject, [link, code]),
    text: textPart(plain, { code, link }),
    html: htmlPart(plain.project, markup, { code, link }, language),
  }
}

interface Part {
  readonly project: string
  readonly words: Words
  readonly footer: string
}

/** The values that give access to an account; empty in other mails. */
interface Secrets {
  readonly code: string
  readonly link: string
}

/** @param secrets in an order in which none is part of a later one */
function hideSecrets(subject: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, '••••••'), subject)
}

/** Forms the sentences of one part. */
function formPart(
  { data, mail }: MailContent,
  { baseUrl, project: { displayName, id } }: Sender,
  { mailFrame, mails }: Texts,
  show: (value: MailValue) => string,
): Part {
  const project = show({ chosenName: nameInMail(displayName) })
  const shown = Object.entries(data).map(([key, value]) => [key, showAny(value, show)])
  // `MailContent` ties the data to the mail. TypeScript cannot express this for the union of all mails.
  const write = mails[mail] as unknown as (given: Readonly<Record<string, unknown>>) => Words
  return {
    project,
    words: write({ ...Object.fromEntries(shown), project }),
    // The mails of the dashboard are those of the service itself.
    footer: mailFrame.footer({ project: id === 'internal' ? '' : project, host: show(new URL(baseUrl).host) }),
  }
}

/** Lists contain words of our code, such as the kind of a change, and names of fields. */
function showAny(value: MailValue | boolean | number | readonly string[], show: (value: MailValue) => string): unknown {
  if (typeof value === 'boolean' || typeof value === 'number') return value
  return Array.isArray(value) ? value.map(show) : show(value as MailValue)
}

function valueAsMarkup(value: MailValue, texts: Texts): string {
  const escaped = escapeMarkup(valueInWords(value, texts))
  return typeof value === 'object' && 'chosenName' in value ? `<bdi>${escaped}</bdi>` : escaped
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

function textPart({ footer, project, words }: Part, { code, link }: Secrets): string {
  const { lifetime, orOpen, reason, sentence, sentenceInText = sentence } = words
  const paragraphs = [project, sentenceInText, code, orOpen, link, lifetime, reason].filter(Boolean)
  return `${paragraphs.join('\n\n')}\n\n--\n${footer}\n`
}

function htmlPart(title: string, { footer, project, words }: Part, secrets: Secrets, language: Language): string {
  const { direction, mailFrame } = textsOf(language)
  const { action = '', lifetime = '', reason, sentence } = words
  return String(
    engine.renderSync(layout, {
      ...{ language, direction, start: direction === 'rtl' ? 'right' : 'left', ifButtonFails: mailFrame.ifButtonFails },
      ...{ title, project, sentence, action, lifetime, reason, footer },
      ...secrets,
    }),
  )
}
