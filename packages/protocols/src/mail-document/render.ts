import type { MailDocument } from './block-types.ts'
import { writeHtml, type ColorScheme } from './html.ts'
import { textOfParts } from './leaves.ts'
import { writePlain } from './plain.ts'
import { fillTemplate, type Variables } from './template.ts'
import { Budget, treeOf } from './tree.ts'

export interface RenderedTemplate {
  readonly subject: string
  readonly html: string
  readonly text: string
}

export interface MailTemplate {
  readonly subject: string
  readonly content: MailDocument
}

export interface Rendering {
  readonly variables: Variables
  /** The tag of the language, for the HTML part. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** Shows one scheme, whatever that of the reader is. For a preview. */
  readonly scheme?: ColorScheme
}

/** Renders the subject, which is one line. */
export function renderSubject(subject: string, variables: Variables): string {
  return writeSubject(textOfParts(fillTemplate(subject, variables)))
}

/** Makes a text one line without control characters, for the header of a mail. */
export function writeSubject(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

/**
 * Renders a mail. Subject, HTML and text come from the same document and values.
 *
 * @throws UnrenderableDocument if the document has no root, a circle, or more than its bounds
 */
export function renderTemplate(template: MailTemplate, { variables, ...language }: Rendering): RenderedTemplate {
  const budget = new Budget()
  const subject = renderSubject(template.subject, variables)
  const root = treeOf(template.content, budget)
  return {
    subject,
    html: writeHtml(root, { ...language, subject, variables }, budget),
    text: writePlain(root, variables, budget),
  }
}
