import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'

import { useProjects } from '../../data/projects.ts'
import { Button } from '../../kit/Button.tsx'
import { Empty, Failed, NoMatch } from '../../kit/States.tsx'
import { SearchInput } from '../../kit/SearchInput.tsx'
import { Table } from '../../kit/Table.tsx'
import { TableFoot, Toolbar } from '../../kit/Toolbar.tsx'
import { containsTyped } from '../../kit/search-text.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { Mark } from '../../shell/Mark.tsx'
import { PageHead } from '../../shell/PageHead.tsx'
import { firstRoom } from '../../shell/rail-items.ts'
import { projectsTexts } from '../../texts/en/projects.ts'
import { projectColumns, type ListedProject } from './columns.tsx'

const CreateProject = lazy(async () => ({ default: (await import('./CreateProject.tsx')).CreateProject }))

const DeletionProgress = lazy(async () => ({ default: (await import('./DeletionProgress.tsx')).DeletionProgress }))

/** With more projects than this, the list has a search. */
const SEARCH_FROM = 9

/** The projects of the owner. */
export function Projects(): ReactNode {
  const t = useTexts(projectsTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const { create, deleted, q = '' } = useSearch({ from: '/owner/solo/projects' })
  const projects = useProjects()
  const columns = useMemo(() => projectColumns(t, format), [t, format])
  const all = projects.data
  const shown = useMemo(() => all?.filter((project) => matches(project, q)), [all, q])

  const openCreate = (): void => void navigate({ to: '/projects', search: { ...(q !== '' && { q }), create: true } })
  const closeDialog = (): void => void navigate({ to: '/projects', search: q === '' ? {} : { q } })
  const search = (text: string): void =>
    void navigate({ to: '/projects', search: text === '' ? {} : { q: text }, replace: true })
  const isEmpty = all?.length === 0

  return (
    <>
      <PageHead title={t.title} lead={t.lead} primary={{ label: t.create, onClick: openCreate }} />
      {(all?.length ?? 0) >= SEARCH_FROM && (
        <Toolbar>
          <SearchInput label={t.search} value={q} onChange={search} />
        </Toolbar>
      )}
      {projects.isError && !all ? (
        <Failed
          title={t.loadFailed}
          error={projects.error}
          isRetrying={projects.isFetching}
          onRetry={() => void projects.refetch()}
        />
      ) : isEmpty ? (
        <Empty
          icon={<Mark />}
          title={t.empty.title}
          text={t.empty.text}
          action={<Button onClick={openCreate}>{t.create}</Button>}
        />
      ) : shown?.length === 0 ? (
        <NoMatch query={q} filters={[]} onClear={() => search('')} />
      ) : (
        <>
          <Table
            label={t.title}
            columns={columns}
            rows={shown}
            idOf={idOf}
            nameOf={nameOf}
            isTall
            hasPictures
            isBusy={projects.isFetching}
            onOpen={({ id }) => void navigate({ to: `/projects/$projectId${firstRoom}`, params: { projectId: id } })}
          />
          {shown && <TableFoot text={t.count(shown.length, format.number(shown.length))} />}
        </>
      )}
      <Suspense>
        {create && <CreateProject onClose={closeDialog} />}
        {deleted !== undefined && <DeletionProgress projectId={deleted} onClose={closeDialog} />}
      </Suspense>
    </>
  )
}

const idOf = ({ id }: ListedProject): string => id
const nameOf = ({ displayName }: ListedProject): string => displayName

function matches({ id, displayName }: ListedProject, query: string): boolean {
  return containsTyped(query, displayName) || id === query.trim().toLowerCase()
}
