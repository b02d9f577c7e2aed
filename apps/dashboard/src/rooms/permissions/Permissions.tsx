import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useMay } from '../../kit/May.tsx'
import { permissionDefinitions, usePermissionDefinitions } from '../../data/permissions.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { TabbedHead } from '../../page/TabbedHead.tsx'
import { NotFound } from '../../shell/MessagePages.tsx'
import { permissionsTexts } from '../../texts/en/permissions.ts'
import { DefaultSets } from './DefaultSets.tsx'
import { DefinitionList } from './DefinitionList.tsx'
import { usePermissionsSearch } from './use-permissions-search.ts'

const tabs = ['team', 'project', 'defaults'] as const

/** The permissions of teams and of the project, and who gets which by default. */
export function Permissions(): ReactNode {
  const t = useTexts(permissionsTexts)
  const format = useFormat()
  const may = useMay()
  const { scope } = useParams({ from: '/owner/projects/$projectId/permissions/$scope' })
  const { open } = usePermissionsSearch()
  const [team, ofProject] = [usePermissionDefinitions('team').data, usePermissionDefinitions('project').data]
  const counts = {
    team: team && format.number(team.length),
    project: ofProject && format.number(ofProject.length),
    defaults: undefined,
  }
  if (!tabs.some((tab) => tab === scope)) return <NotFound />
  return (
    <>
      <TabbedHead
        title={t.title}
        lead={t.lead}
        primary={
          scope === 'defaults' || !may(permissionDefinitions.rights.create)
            ? undefined
            : { label: t.create, onClick: () => open({ create: true }) }
        }
        label={t.tabs.label}
        tabs={tabs.map((tab) => ({ path: `permissions/${tab}`, label: t.tabs[tab], count: counts[tab] }))}
      />
      {scope === 'defaults' ? <DefaultSets /> : <DefinitionList key={scope} />}
    </>
  )
}
