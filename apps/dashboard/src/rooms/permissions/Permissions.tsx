import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { usePermissionDefinitions } from '../../data/permissions.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { TabCount, TabLinks } from '../../kit/Tabs.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { NotFound } from '../../shell/MessagePages.tsx'
import { PageHead } from '../../shell/PageHead.tsx'
import { permissionsTexts } from '../../texts/en/permissions.ts'
import { DefaultSets } from './DefaultSets.tsx'
import { DefinitionList } from './DefinitionList.tsx'
import { usePermissionsSearch } from './use-permissions-search.ts'
import css from './permissions.module.css'

const tabs = ['team', 'project', 'defaults'] as const

/** The permissions of teams and of the project, and who gets which by default. */
export function Permissions(): ReactNode {
  const t = useTexts(permissionsTexts)
  const format = useFormat()
  const { id: projectId } = useCurrentProject()
  const project = useProject()
  const { scope } = useParams({ from: '/owner/projects/$projectId/permissions/$scope' })
  const { open } = usePermissionsSearch()
  const team = usePermissionDefinitions('team')
  const ofProject = usePermissionDefinitions('project')
  const counts = { team: team.data?.length, project: ofProject.data?.length, defaults: undefined }
  if (!tabs.some((tab) => tab === scope)) return <NotFound />
  return (
    <>
      <PageHead
        title={t.title}
        lead={t.lead}
        of={project.data?.displayName}
        primary={scope === 'defaults' ? undefined : { label: t.create, onClick: () => open({ create: true }) }}
      />
      <div className={css['tabs']}>
        <TabLinks label={t.tabs.label}>
          {tabs.map((tab) => (
            <Link
              key={tab}
              to="/projects/$projectId/permissions/$scope"
              params={{ projectId, scope: tab }}
              aria-current={tab === scope ? 'page' : undefined}
            >
              {t.tabs[tab]}
              {counts[tab] !== undefined && <TabCount>{format.number(counts[tab])}</TabCount>}
            </Link>
          ))}
        </TabLinks>
      </div>
      {scope === 'defaults' ? <DefaultSets /> : <DefinitionList key={scope} />}
    </>
  )
}
