import {
  brandingInMails,
  emailTemplateVariables,
  exampleValues,
  formatLocaleOf,
  purposeOf,
  writingDirectionOf,
} from '@portico/contract/email-template-variables'
import { checkDocument } from '@portico/protocols/mail-document/check-document'
import { findProblems, type FindingCode } from '@portico/protocols/mail-document/findings'
import { nameInMail } from '@portico/protocols/mail-document/name-in-mail'
import { renderTemplate, type MailTemplate } from '@portico/protocols/mail-document/render'
import { UnrenderableDocument } from '@portico/protocols/mail-document/tree'

import type { ProjectBranding } from '../resources/projects.ts'
import type { TestedEmailTemplate } from './test-email.ts'

/** With which example values and colours a template is rendered. */
export interface EmailTemplatePreviewOptions {
  /** Uses names and addresses that an attacker would enter. Default: false. */
  hasHostileNames?: boolean
  /** Shows the mail in this mode. Default: the HTML part has both, and follows the reader. */
  colorScheme?: 'light' | 'dark'
}

/** An error in a template, or something that its author should know before saving it. */
export interface EmailTemplateFinding {
  /** What was found, such as `missing_link`. */
  readonly code: FindingCode | 'wrong_format'
  /** The mail does not fulfil its purpose, or has the template of the service instead. */
  readonly isError: boolean
  /** The id of the block. Null for the subject and the whole template. */
  readonly block: string | null
  /** Such as `props.url`. Null for the block itself. */
  readonly field: string | null
  /** The placeholder or the child that the finding is about. */
  readonly name?: string
}

/** A template, rendered as a mail. */
export interface EmailTemplatePreview {
  /** With example values, and the name and branding of the project. Null if the template cannot be rendered. */
  readonly mail: {
    /** The subject. */
    readonly subject: string
    /** The HTML part. Show it in a frame without scripts. */
    readonly html: string
    /** The text part. */
    readonly text: string
  } | null
  /** The problems of the template. A saved template with an error may have no effect. */
  readonly findings: readonly EmailTemplateFinding[]
}

/** What a preview shows of a project. An `AdminProject` has all of it. */
export interface PreviewedProject extends ProjectBranding {
  /** The name of the project. */
  readonly displayName: string
  /** The settings of the project. */
  readonly config: {
    /** The language of a template that names none. */
    readonly defaultLocale: string
  }
}

/**
 * Renders a template with example values, without saving or sending it, and lists its problems.
 *
 * @example
 * const project = await app.getProject()
 * for (const template of await app.listEmailTemplates()) {
 *   const { findings, mail } = previewEmailTemplate(project, template, { hasHostileNames: true })
 * }
 */
export function previewEmailTemplate(
  project: PreviewedProject,
  { content, locale = project.config.defaultLocale, subject, type }: TestedEmailTemplate,
  { colorScheme, hasHostileNames = false }: EmailTemplatePreviewOptions = {},
): EmailTemplatePreview {
  const checked = checkDocument(content)
  if ('problem' in checked) {
    const { block, field } = checked.problem
    return { mail: null, findings: [{ code: 'wrong_format', isError: true, block, field }] }
  }
  const template = { subject, content: checked.document }
  const known = { projectDisplayName: nameInMail(project.displayName), ...brandingInMails(project) }
  const all = emailTemplateVariables[type]
  const variables = exampleValues(all, { isHostile: hasHostileNames, known, locale: formatLocaleOf(locale) })
  return {
    mail: render(template, {
      ...{ variables, locale, direction: writingDirectionOf(locale) },
      ...(colorScheme && { scheme: colorScheme }),
    }),
    findings: findProblems(template, purposeOf(all)),
  }
}

/** Returns null for a template that cannot be rendered. The findings say why. */
function render(template: MailTemplate, rendering: Parameters<typeof renderTemplate>[1]): EmailTemplatePreview['mail'] {
  try {
    return renderTemplate(template, rendering)
  } catch (error) {
    if (error instanceof UnrenderableDocument) return null
    throw error
  }
}
