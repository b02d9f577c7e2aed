import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { ProjectConfig } from '../../data/project-config.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { TabLinks } from '../../kit/Tabs.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { PageHead } from '../../shell/PageHead.tsx'
import { methodsTexts } from '../../texts/en/methods.ts'
import css from './methods.module.css'

/** Title and tabs of the pages about sign-in, and the settings of the current one. */
export function MethodsPage({
  actions,
  children,
}: {
  readonly actions?: ReactNode
  /** @param config undefined while it loads */
  readonly children: (config: ProjectConfig | undefined) => ReactNode
}): ReactNode {
  const t = useTexts(methodsTexts)
  const { id: projectId } = useCurrentProject()
  const project = useProject()
  return (
    <>
      <PageHead title={t.title} lead={t.lead} of={project.data?.displayName} actions={actions} />
      <div className={css['tabs']}>
        <TabLinks label={t.tabs.label}>
          <Link
            to="/projects/$projectId/sign-in"
            params={{ projectId }}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {t.tabs.methods}
          </Link>
          <Link to="/projects/$projectId/sign-in/users" params={{ projectId }}>
            {t.tabs.users}
          </Link>
          <Link to="/projects/$projectId/sign-in/sessions" params={{ projectId }}>
            {t.tabs.sessions}
          </Link>
        </TabLinks>
      </div>
      <Loaded query={project} failed={t.loadFailed} skeleton={children(undefined)}>
        {({ config }) => children(config)}
      </Loaded>
    </>
  )
}
