import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useCurrentProject, useProject } from '../../data/projects.ts'
import { TabLinks } from '../../kit/Tabs.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { emailsTexts } from '../../texts/en/emails.ts'
import css from './emails.module.css'

/** Title and tabs of the pages about emails. */
export function EmailsHead(): ReactNode {
  const t = useTexts(emailsTexts)
  const { id: projectId } = useCurrentProject()
  return (
    <>
      <PageHead title={t.title} of={useProject().data?.displayName} />
      <div className={css['tabs']}>
        <TabLinks label={t.title}>
          <Link to="/projects/$projectId/emails/sent" params={{ projectId }} search={{}}>
            {t.tabs.sent}
          </Link>
          <Link to="/projects/$projectId/emails/server" params={{ projectId }}>
            {t.tabs.server}
          </Link>
        </TabLinks>
      </div>
    </>
  )
}
