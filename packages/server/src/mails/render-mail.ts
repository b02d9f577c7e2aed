import { nameInMail } from '@portico/protocols/mail-document/name-in-mail'
import { renderTemplate, type MailTemplate } from '@portico/protocols/mail-document/render'
import { composeVariable, type Variable, type Variables } from '@portico/protocols/mail-document/template'

import { textsOf, type Language } from '../language/languages.ts'
import type { LinkMailWords, MailWords } from '../texts/en/mail-frame.ts'
import type { Texts } from '../texts/en/texts.ts'
import { brandOf, brandVariables, type BrandedProject } from './mail-brand.ts'
import type { MailContent, MailValue } from './mail-data.ts'
import { valueInWords } from './mail-text.ts'
import { standardDocument } from './standard-document.ts'
import { wireTemplateOf } from './wire-templates.ts'

export interface MailParts {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** A mail, and its version without codes and links for project owners. */
export interface RenderedMail extends MailParts {
  readonly shown: MailParts
  /** All recipients get the same parts, which are stored once for all of them. */
  readonly isStoredOnce?: true
}

type Words = MailWords & Partial<LinkMailWords>

const PROJECT = 'projectDisplayName'

/** Who sends the mail, for its footer. */
export interface Sender {
  readonly project: BrandedProject
  readonly baseUrl: string
}

const HIDDEN = '••••••'
/**
 * Replaces a link, so that the mail is rendered like one with a link. No address has the domain (RFC 2606 section 2).
 */
const HIDDEN_LINK = 'https://hidden.invalid/'

export function renderMail(
  content: MailContent,
  sender: Sender,
  language: Language,
  template = standardTemplate(content, sender.project, language),
): RenderedMail {
  const variables = variablesOf(content, sender, language)
  const { direction } = textsOf(language)
  const mail = renderTemplate(template, { variables, locale: language, direction })
  const hidden = withoutSecrets(variables, content)
  if (!hidden) return { ...mail, shown: mail }
  // guard: the stored subject and parts of a mail contain no code
  //   (replace `{ variables: hidden, locale: language, direction }` with `{ variables, locale: language, direction }`)
  return {
    ...mail,
    shown: withoutAddress(renderTemplate(template, { variables: hidden, locale: language, direction })),
  }
}

/** The mail of the service, with placeholders for the values and for the words that depend on them. */
export function standardTemplate(content: MailContent, project: Sender['project'], language: Language): MailTemplate {
  const { code = '', link = '', mail } = content
  const { mailFrame } = textsOf(language)
  const names = namesOf(mail)
  const { isLinkOptional = false } = wireTemplateOf(mail) ?? {}
  // One template for all mails of a kind, which owners can change.
  const hasLink = link !== '' || isLinkOptional
  const projectName = placeholder(PROJECT)
  const chosen = Object.fromEntries(chosenWordsOf(mail).map((name) => [name, placeholder(name)]))
  const { action = '', lifetime = '', reason, sentence, subject } = { ...wordsOf(content, language), ...chosen }
  const { branding } = project
  // Dashboard mails come from the service itself.
  const isOfService = project.id === 'internal'
  const sender = { project: isOfService ? '' : projectName, host: placeholder('serviceHost') }
  const namesService = isOfService || branding.showsPortico
  const footer = namesService ? mailFrame.footer(sender) : mailFrame.footerWithoutPortico(sender)
  const pages = [
    branding.termsUrl !== null && linkTo(mailFrame.terms, 'termsUrl'),
    branding.privacyUrl !== null && linkTo(mailFrame.privacy, 'privacyUrl'),
  ]
  return {
    subject,
    content: standardDocument({
      ...{ action, footer, ifButtonFails: mailFrame.ifButtonFails, lifetime, project: projectName, reason, sentence },
      code: code && placeholder(names.code),
      link: hasLink ? placeholder(names.link) : '',
      withLink: (text) => (isLinkOptional ? `{{#if ${names.link}}}${text}{{/if}}` : text),
      support:
        branding.supportEmail === null ? '' : mailFrame.support(linkTo(placeholder('supportEmail'), 'supportLink')),
      pages: pages.filter(Boolean).join(' · '),
      brand: brandOf(branding),
    }),
  }
}

/**
 * The words of the service, with placeholders for the values. An empty value has no placeholder, so that the sentence
 * can leave it out.
 */
function wordsOf({ data, mail }: MailContent, language: Language): Words {
  // `MailContent` ties the data to the mail. TypeScript cannot express this for the union of all mails.
  const write = textsOf(language).mails[mail] as unknown as (placeholders: Readonly<Record<string, unknown>>) => Words
  return write({ ...placeholdersOf(data, ''), project: placeholder(PROJECT) })
}

function namesOf(mail: MailContent['mail']): { readonly link: string; readonly code: string } {
  return { link: 'link', code: 'code', ...wireTemplateOf(mail) }
}

function chosenWordsOf(mail: MailContent['mail']): readonly (keyof MailWords)[] {
  return wireTemplateOf(mail)?.chosenWords ?? []
}

function placeholder(name: string): string {
  return `{{ ${name} }}`
}

/** Markdown. The address is a placeholder, so that no character of it ends the link. */
function linkTo(label: string, address: string): string {
  return `[${label}](${placeholder(address)})`
}

type MailData = Exclude<MailValue, ''> | string | boolean | number | readonly string[] | readonly MailRecord[]
type MailRecord = Readonly<Record<string, MailValue>>

/** Numbers, switches, lists of words and kinds are for the choice of words. Everything else is inserted. */
function placeholdersOf(data: Readonly<Record<string, MailData>>, prefix: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (isInserted(value)) return [key, placeholder(`${prefix}${key}`)]
      if (!isRecords(value)) return [key, value]
      return [key, value.map((record, index) => placeholdersOf(record, prefixOf(key, index)))]
    }),
  )
}

/** The values to insert, by the names of their placeholders. */
function insertedValues(data: Readonly<Record<string, MailData>>): [string, Exclude<MailValue, ''>][] {
  return Object.entries(data).flatMap(([key, value]): [string, Exclude<MailValue, ''>][] => {
    if (isInserted(value)) return [[key, value]]
    if (!isRecords(value)) return []
    return value.flatMap((record, index) =>
      insertedValues(record).map(([name, inner]): [string, Exclude<MailValue, ''>] => [
        `${prefixOf(key, index)}${name}`,
        inner,
      ]),
    )
  })
}

/** Records of a list have a placeholder for each of their values. */
function prefixOf(list: string, index: number): string {
  return `${list}_${index}_`
}

function isInserted(value: MailData): value is Exclude<MailValue, ''> {
  return typeof value === 'object' && !Array.isArray(value)
}

function isRecords(value: MailData): value is readonly MailRecord[] {
  return Array.isArray(value) && typeof value[0] === 'object'
}

function variablesOf(content: MailContent, { baseUrl, project }: Sender, language: Language): Variables {
  const { code = '', data, further = {}, link = '', mail } = content
  const texts = textsOf(language)
  const names = namesOf(mail)
  const values = insertedValues({ ...data, ...further }).map(([key, value]) => [key, variableOf(value, texts)] as const)
  const variables = {
    ...brandVariables(project),
    ...Object.fromEntries(values),
    [PROJECT]: { value: nameInMail(project.displayName), isChosen: true },
    serviceHost: { value: new URL(baseUrl).host, isLeftToRight: true },
    [names.code]: { value: code, isLeftToRight: true },
    [names.link]: { value: link, isAddress: true },
  }
  const words = chosenWordsOf(mail)
  if (words.length === 0) return variables
  const written = wordsOf(content, language)
  const composed = words.map((name) => [name, composeVariable(written[name], variables)] as const)
  return { ...variables, ...Object.fromEntries(composed) }
}

function variableOf(value: Exclude<MailValue, ''>, texts: Texts): Variable {
  const isChosen = 'chosenName' in value || 'teamName' in value
  // Addresses, hosts and the names of providers.
  const isLeftToRight = typeof value !== 'string' && 'text' in value
  return {
    value: valueInWords(value, texts),
    ...(isChosen && { isChosen }),
    ...(isLeftToRight && { isLeftToRight }),
  }
}

/** The values with code and link hidden; null for a mail that has neither. */
function withoutSecrets(variables: Variables, { code = '', link = '', mail }: MailContent): Variables | null {
  if (code === '' && link === '') return null
  const names = namesOf(mail)
  return {
    ...variables,
    ...(code !== '' && { [names.code]: { value: HIDDEN, isLeftToRight: true } }),
    ...(link !== '' && { [names.link]: { value: HIDDEN_LINK, isAddress: true } }),
  }
}

function withoutAddress({ html, subject, text }: MailParts): MailParts {
  const hide = (part: string): string => part.replaceAll(HIDDEN_LINK, HIDDEN)
  return {
    subject: hide(subject),
    html: hide(html.replaceAll(/ href="https:\/\/hidden\.invalid\/[^"]*"/g, '')),
    text: hide(text),
  }
}
