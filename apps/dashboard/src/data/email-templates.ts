import { type EmailTemplateType, emailTemplateVariables, type EmailTemplateVariable } from '@portico/client/admin'
import type { EmailDocument } from '@portico/protocols/email-document/block-types'

import type { ProjectApp } from './projects.ts'
import { change, resource } from './resource.ts'

export type EmailTemplate = Awaited<ReturnType<ProjectApp['listEmailTemplates']>>[number]

export type TemplateVersion = Awaited<ReturnType<ProjectApp['listEmailTemplateVersions']>>[number]

/** What an owner writes. */
export interface WrittenTemplate {
  readonly subject: string
  readonly content: EmailDocument
}

/** The templates of the mails of the project of the URL. */
export const emailTemplates = resource('email-templates', {
  reads: {
    all: ({ app }): Promise<EmailTemplate[]> => app.listEmailTemplates(),
    /** The last versions, newest first. */
    versions: ({ app }, type: EmailTemplateType): Promise<TemplateVersion[]> => app.listEmailTemplateVersions(type),
  },
  changes: {
    /** Writes the changed parts, unless the template has another version. */
    update: change(({ app }, { type, version }: EmailTemplate, { content, subject }: Partial<WrittenTemplate>) =>
      app.updateEmailTemplate(type, {
        ifVersion: version,
        ...(subject !== undefined && { subject }),
        // A document is JSON, but its type has optional members.
        ...(content && { content: content as unknown as EmailTemplate['content'] }),
      }),
    ),
    /** Returns to the template of the service. */
    reset: change(({ app }, type: EmailTemplateType) => app.resetEmailTemplate(type)),
  },
})

export function variablesOf(type: EmailTemplateType): readonly EmailTemplateVariable[] {
  return emailTemplateVariables[type]
}
