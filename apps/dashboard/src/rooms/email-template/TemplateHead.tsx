import type { ReactNode } from 'react'

import type { EmailTemplate } from '../../data/email-templates.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { useTexts } from '../../language/useTexts.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { emailsTexts } from '../../texts/en/emails.ts'
import { templatesTexts } from '../../texts/en/templates.ts'

export interface TemplateHeadProps {
  readonly type: EmailTemplate['type']
  readonly actions?: ReactNode
}

/** Title and buttons of the editor. */
export function TemplateHead({ type, actions }: TemplateHeadProps): ReactNode {
  const t = useTexts(templatesTexts)
  const { title, tabs } = useTexts(emailsTexts)
  const { id } = useCurrentProject()
  return (
    <PageHead
      title={t.types[type].name}
      lead={t.types[type].when}
      crumbs={[
        { label: title, to: `/projects/${id}/emails` },
        { label: tabs.templates, to: `/projects/${id}/emails` },
      ]}
      of={useProject().data?.displayName}
      actions={actions}
    />
  )
}
