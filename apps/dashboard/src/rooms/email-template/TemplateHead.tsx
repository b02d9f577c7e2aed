import type { ReactNode } from 'react'

import type { MailTemplate } from '../../data/email-templates.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { useTexts } from '../../language/useTexts.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { shellTexts } from '../../texts/en/shell.ts'
import { templatesTexts } from '../../texts/en/templates.ts'

export interface TemplateHeadProps {
  readonly type: MailTemplate['type']
  readonly actions?: ReactNode
}

/** Title and buttons of the editor. */
export function TemplateHead({ type, actions }: TemplateHeadProps): ReactNode {
  const t = useTexts(templatesTexts)
  const { items } = useTexts(shellTexts)
  const { id } = useCurrentProject()
  return (
    <PageHead
      title={t.types[type].name}
      lead={t.types[type].when}
      crumbs={[
        { label: items.emails, to: `/projects/${id}/emails` },
        { label: t.label, to: `/projects/${id}/emails` },
      ]}
      of={useProject().data?.displayName}
      actions={actions}
    />
  )
}
