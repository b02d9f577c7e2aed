import { Link, Outlet } from '@tanstack/react-router'
import { Building2, Copy, PanelRight, Trash2 } from 'lucide-react'
import { lazy, useState, type ReactNode } from 'react'

import type { PageOf } from '../../data/resource.ts'
import { teams, useReadAllTeams, type ListedTeam } from '../../data/teams.ts'
import { Button, buttonLook } from '../../kit/Button.tsx'
import { useCopy } from '../../kit/CopyButton.tsx'
import { May, useMay } from '../../kit/May.tsx'
import { Empty } from '../../kit/States.tsx'
import { ExportButton } from '../../page/ExportButton.tsx'
import { countText } from '../../page/count-text.ts'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage, type ListContext } from '../../page/useListPage.ts'
import { CreateCall } from '../../records/CreateCall.tsx'
import type { TeamsTexts } from '../../texts/en/teams.ts'
import { teamsList, wantedBy } from './list.ts'
import { teamsCsv, teamsJson } from './teams-file.ts'
import css from './teams.module.css'

const CreateTeam = lazy(async () => ({ default: (await import('./CreateTeam.tsx')).CreateTeam }))
const DeleteTeam = lazy(async () => ({ default: (await import('./DeleteTeam.tsx')).DeleteTeam }))

/** The teams of the project: list, creation, and the drawer of one team. */
export function Teams(): ReactNode {
  const shown = useListPage(teamsList)
  const { search, page, context, show, openRecord } = shown
  const { t } = context
  const { copy } = useCopy()
  const readAll = useReadAllTeams()
  const may = useMay()
  const [deleted, setDeleted] = useState<ListedTeam | null>(null)
  const create = (): void => show({ create: true })
  return (
    <ListPage
      shown={shown}
      head={{
        title: t.title,
        primary: may(teams.rights.create) ? { label: t.create, onClick: create } : undefined,
      }}
      label={t.title}
      searchLabel={t.search}
      tools={
        <ExportButton
          label={t.export}
          heading={page && exportHeading(page, context)}
          name={`teams-${context.projectId}`}
          kinds={[
            { label: t.exportCsv, extension: 'csv', open: () => teamsCsv(shown.visibleColumns) },
            { label: t.exportJson, extension: 'json', open: teamsJson },
          ]}
          readAll={(onTeams, signal) => readAll(wantedBy(search), onTeams, signal)}
          texts={t}
        />
      }
      failed={t.loadFailed}
      empty={<NoTeams context={context} onCreate={create} />}
      foot={page ? countText(page, shown.hasMore, context) : ''}
      hasPictures
      acts={(team) => [
        { label: t.open, icon: <PanelRight />, onSelect: () => openRecord(team.id) },
        { label: t.copyId, icon: <Copy />, onSelect: () => void copy(team.id) },
        ...(may(teams.rights.remove)
          ? [{ label: t.delete, icon: <Trash2 />, isDanger: true, onSelect: () => setDeleted(team) }]
          : []),
      ]}
    >
      {search.create && may(teams.rights.create) && (
        <CreateTeam onClose={() => show({ create: undefined })} onCreated={(id) => openRecord(id, { isNew: true })} />
      )}
      {deleted && <DeleteTeam team={deleted} onClose={() => setDeleted(null)} />}
      <Outlet />
    </ListPage>
  )
}

function NoTeams({
  context: { t, projectId },
  onCreate,
}: {
  readonly context: ListContext<TeamsTexts>
  readonly onCreate: () => void
}): ReactNode {
  return (
    <Empty
      icon={<Building2 />}
      title={t.empty.title}
      text={t.empty.text}
      action={
        <span className={css['start']}>
          <May right={teams.rights.create}>
            <Button onClick={onCreate}>{t.create}</Button>
          </May>
          <Link to="/projects/$projectId/sign-in/users" params={{ projectId }} {...buttonLook({ variant: 'ghost' })}>
            {t.empty.settings}
          </Link>
        </span>
      }
    >
      <CreateCall path="/teams" body={{ display_name: 'Reading circle' }} />
    </Empty>
  )
}

/** The number of teams that fit search and filters, as far as the service counts. */
function exportHeading({ total, rows }: PageOf<ListedTeam>, { t, format }: ListContext<TeamsTexts>): string {
  const count = total?.count ?? rows.length
  const all = format.number(count)
  return t.exportCount(count, total?.isCapped ? t.atLeast(all) : all)
}
