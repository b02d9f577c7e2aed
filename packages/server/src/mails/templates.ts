import { readdirSync, readFileSync } from 'node:fs'

import { Liquid, type LiquidOptions } from 'liquidjs'
import type { EmailTemplate } from '../records/mails/mail.ts'

/** Every part of a mail a person reads. */
export interface RenderedMail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

const folder = new URL('./templates/', import.meta.url)
const templates = Object.fromEntries(
  readdirSync(folder).map((file) => [file.replace(/\.liquid$/, ''), readFileSync(new URL(file, folder), 'utf8')]),
)

// Project owners will write templates of their own, so they are data: they see the variables given here and nothing
// else, and they can neither run for long nor fill the memory.
const options: LiquidOptions = {
  templates,
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

/** Every kind of queued mail, what a sign-in code becomes where nobody has the address, and the test mail. */
export type MailTemplate = EmailTemplate | 'no_account' | 'test_mail'

/** Fills the three parts of a template. Values are text: in the HTML part they are escaped. */
export function renderMail(template: MailTemplate, variables: Readonly<Record<string, string>>): RenderedMail {
  const name = template.replaceAll('_', '-')
  return {
    subject: render(plainText, `${name}.subject`, variables).trim(),
    html: render(escapedHtml, `${name}.html`, variables),
    text: render(plainText, `${name}.txt`, variables),
  }
}

function render(engine: Liquid, file: string, variables: Readonly<Record<string, string>>): string {
  return String(engine.renderFileSync(file, variables))
}
