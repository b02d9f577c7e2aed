import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { emailTemplates, type EmailTemplate } from '../../data/email-templates.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded, together } from '../../page/Loaded.tsx'
import { NotFound } from '../../shell/MessagePages.tsx'
import { PageHead } from '../../shell/PageHead.tsx'
import { emailsTexts } from '../../texts/en/emails.ts'
import { templatesTexts, type TemplatesTexts } from '../../texts/en/templates.ts'
import { Editor } from './Editor.tsx'
import css from './editor.module.css'

/** The editor of the template of one mail. */
export function EditTemplate(): ReactNode {
  const t = useTexts(templatesTexts)
  const { type = '' } = useParams({ strict: false })
  const project = useProject()
  const templates = emailTemplates.useRead('all', [])
  if (!isType(type, t)) return <NotFound />
  const readAgain = async (): Promise<EmailTemplate | undefined> =>
    (await templates.refetch({ throwOnError: true })).data?.find((one) => one.type === type)
  return (
    <Loaded
      query={together<[AdminProjectWithHooks, EmailTemplate[]]>([project, templates])}
      failed={t.loadFailed}
      skeleton={
        <>
          <TemplateHead type={type} />
          <div className={css['columns']}>
            <RowsSkeleton count={8} />
            <div />
          </div>
        </>
      }
    >
      {([{ config, displayName }, all]) => {
        const template = all.find((one) => one.type === type)
        if (!template) return <NotFound />
        const { emailConfig } = config
        const from =
          emailConfig.type === 'shared' ? displayName : `${emailConfig.senderName} <${emailConfig.senderEmail}>`
        return (
          <Editor
            key={type}
            template={template}
            from={from}
            isReadOnly={emailConfig.type === 'shared'}
            readAgain={readAgain}
            head={(actions) => <TemplateHead type={type} actions={actions} />}
          />
        )
      }}
    </Loaded>
  )
}

function TemplateHead({
  type,
  actions,
}: {
  readonly type: EmailTemplate['type']
  readonly actions?: ReactNode
}): ReactNode {
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

function isType(written: string, t: TemplatesTexts): written is EmailTemplate['type'] {
  return Object.hasOwn(t.types, written)
}
