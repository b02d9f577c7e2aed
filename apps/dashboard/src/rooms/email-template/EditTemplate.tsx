import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { emailTemplates, type MailTemplate } from '../../data/email-templates.ts'
import { useProject } from '../../data/projects.ts'
import { useMay } from '../../kit/May.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded, together } from '../../page/Loaded.tsx'
import { NotFound } from '../../shell/MessagePages.tsx'
import { templatesTexts, type TemplatesTexts } from '../../texts/en/templates.ts'
import { Editor } from './Editor.tsx'
import css from './editor.module.css'
import { TemplateHead } from './TemplateHead.tsx'

/** The editor of one mail's template, in one language. */
export function EditTemplate(): ReactNode {
  const t = useTexts(templatesTexts)
  const may = useMay()
  const { type = '' } = useParams({ strict: false })
  const { locale } = useSearch({ from: '/owner/projects/$projectId/emails/$type' })
  const project = useProject()
  const ofProject = emailTemplates.useRead('all', [undefined])
  const templates = emailTemplates.useRead('all', [locale])
  if (!isType(type, t)) return <NotFound />
  const readAgain = async (): Promise<MailTemplate | undefined> =>
    (await templates.refetch({ throwOnError: true })).data?.find((one) => one.type === type)
  return (
    <Loaded
      query={together<[AdminProjectWithHooks, MailTemplate[], MailTemplate[]]>([project, ofProject, templates])}
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
      {([ofProject, [ofLocale], all]) => {
        const template = all.find((one) => one.type === type)
        if (!template) return <NotFound />
        const { config, displayName } = ofProject
        const { emailConfig } = config
        const from =
          emailConfig.type === 'shared' ? displayName : `${emailConfig.senderName} <${emailConfig.senderEmail}>`
        return (
          <Editor
            key={`${type} ${template.locale}`}
            template={template}
            projectLocale={ofLocale?.locale ?? template.locale}
            project={ofProject}
            from={from}
            isReadOnly={emailConfig.type === 'shared' || !may(emailTemplates.rights.update)}
            readAgain={readAgain}
            head={(actions) => <TemplateHead type={type} actions={actions} />}
          />
        )
      }}
    </Loaded>
  )
}

function isType(written: string, t: TemplatesTexts): written is MailTemplate['type'] {
  return Object.hasOwn(t.types, written)
}
