import {
  emailNoticeTypes,
  type EmailTemplateType,
  emailTemplateVariables,
  type EmailTemplateVariable,
} from '@portico/client/admin'
import type { MailDocument } from '@portico/protocols/mail-document/block-types'

import type { ProjectApp } from './projects.ts'
import * as endpointRights from './endpoint-rights.ts'
import { change, resource } from './resource.ts'

export type MailTemplate = Awaited<ReturnType<ProjectApp['listEmailTemplates']>>[number]

export type TemplateVersion = Awaited<ReturnType<ProjectApp['listEmailTemplateVersions']>>[number]

/** The parts of a template that an owner writes. */
export interface WrittenTemplate {
  readonly subject: string
  readonly content: MailDocument
}

/** The mail templates of the current project. */
export const emailTemplates = resource('email-templates', {
  reads: {
    /** With the notices. Without a language: those in the language of the project. */
    all: ({ app }, locale: string | undefined): Promise<MailTemplate[]> =>
      app.listEmailTemplates({ includeNotices: true, ...(locale !== undefined && { locale }) }),
    /** The last versions in a language, newest first. */
    versions: ({ app }, type: EmailTemplateType, locale: string): Promise<TemplateVersion[]> =>
      app.listEmailTemplateVersions(type, { locale }),
  },
  changes: {
    /** Writes the changed parts, unless the template has another version. */
    update: change(
      endpointRights.updateEmailTemplate,
      ({ app }, { locale, type, version }: MailTemplate, { content, subject }: Partial<WrittenTemplate>) =>
        app.updateEmailTemplate(type, {
          locale,
          ifVersion: version,
          ...(subject !== undefined && { subject }),
          // A document is JSON, but its type has optional members.
          ...(content && { content: content as unknown as MailTemplate['content'] }),
        }),
    ),
    /** Restores the template of the service, unless the template has another version, which the page then reads. */
    reset: change(
      endpointRights.resetEmailTemplate,
      ({ app }, { locale, type, version }: MailTemplate) =>
        app.resetEmailTemplate(type, { locale, ifVersion: version }),
      { isStaleAfterFailure: true },
    ),
  },
})

export function variablesOf(type: EmailTemplateType): readonly EmailTemplateVariable[] {
  return emailTemplateVariables[type]
}

/** Whether the mail has neither a link nor a code. */
export function isNotice(type: EmailTemplateType): boolean {
  return emailNoticeTypes.some((one) => one === type)
}
