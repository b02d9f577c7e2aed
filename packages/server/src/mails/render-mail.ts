import { readFileSync } from 'node:fs'

import { Liquid, type LiquidOptions, type Template } from 'liquidjs'

/**
 * The parts of a mail, in Liquid. The HTML part fills the blocks of `layout.html`; the text part is written by hand. The footer is added to
 * both.
 */
export interface MailTemplate {
  readonly subject: string
  readonly html: string
  readonly text: string
}

export type MailVariables = Readonly<Record<string, string>>

export interface RenderedMail {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The subject without codes and links, for the list of sent mails. */
  readonly shownSubject: string
}

// Templates are treated as untrusted data: they see only the given variables, and their time and memory are limited. This
// allows templates of project owners later.
const options: LiquidOptions = {
  templates: { 'layout.html': readFileSync(new URL('./layout.html.liquid', import.meta.url), 'utf8') },
  cache: true,
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  parseLimit: 100_000,
  renderLimit: 1_000,
  memoryLimit: 1_000_000,
}
const plainText = new Liquid(options)
const escapedHtml = new Liquid({ ...options, outputEscape: 'escape' })

/** The variables that give access to an account. */
const secretVariables = ['link', 'typedCode']

function hidden(variables: MailVariables): MailVariables {
  return Object.fromEntries(secretVariables.filter((name) => name in variables).map((name) => [name, '••••••']))
}

interface ParsedMail {
  readonly subject: Template[]
  readonly html: Template[]
  readonly text: Template[]
}

const parsedMails = new WeakMap<MailTemplate, ParsedMail>()

/** Renders the parts of a template. Variables are plain text; the HTML part escapes them. */
export function renderMail(template: MailTemplate, given: MailVariables & { readonly footer: string }): RenderedMail {
  const { subject, html, text } = parsed(template)
  const variables = { link: '', ...given }
  return {
    subject: String(plainText.renderSync(subject, variables)).trim(),
    html: String(escapedHtml.renderSync(html, variables)),
    text: String(plainText.renderSync(text, variables)),
    shownSubject: String(plainText.renderSync(subject, { ...variables, ...hidden(variables) })).trim(),
  }
}

function parsed(template: MailTemplate): ParsedMail {
  const known = parsedMails.get(template)
  if (known) return known
  const mail = {
    subject: plainText.parse(template.subject),
    html: escapedHtml.parse(template.html),
    text: plainText.parse(`${template.text}\n--\n{{ footer }}\n`),
  }
  parsedMails.set(template, mail)
  return mail
}
