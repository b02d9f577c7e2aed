import { useNavigate } from '@tanstack/react-router'
import { useCallback, type ReactNode } from 'react'

import { isNotice, type MailTemplate } from '../../data/email-templates.ts'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { SharedServerNote } from '../../records/SharedServerNote.tsx'
import css from './emails.module.css'
import { EmailsHead } from './EmailsHead.tsx'
import { templatesList } from './templates-list.tsx'

export function Templates(): ReactNode {
  const shown = useListPage(templatesList)
  const { t, projectId } = shown.context
  const navigate = useNavigate()
  const groupOf = useCallback(({ type }: MailTemplate) => t.groups[isNotice(type) ? 'notices' : 'links'], [t])
  return (
    <>
      <EmailsHead />
      <ListPage
        shown={shown}
        label={t.label}
        failed={t.loadFailed}
        isTall
        groupOf={groupOf}
        onOpen={({ type }) => void navigate({ to: '/projects/$projectId/emails/$type', params: { projectId, type } })}
        note={
          <div className={css['shared']}>
            <SharedServerNote />
          </div>
        }
        empty={null}
      />
    </>
  )
}
