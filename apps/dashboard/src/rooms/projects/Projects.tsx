import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'

import { Button } from '../../kit/Button.tsx'
import { Empty } from '../../kit/States.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { Mark } from '../../shell/Mark.tsx'
import { firstRoom } from '../../shell/first-room.ts'
import { projectsList } from './list.ts'

const CreateProject = lazy(async () => ({ default: (await import('./CreateProject.tsx')).CreateProject }))

const DeletionProgress = lazy(async () => ({ default: (await import('./DeletionProgress.tsx')).DeletionProgress }))

/** With this many projects, the list has a search. */
const SEARCH_FROM = 9

export function Projects(): ReactNode {
  const shown = useListPage(projectsList)
  const { search, page, show } = shown
  const { t, format } = shown.context
  const navigate = useNavigate()
  const create = (): void => show({ create: true })
  const close = (): void => show({ create: undefined, deleted: undefined })
  const count = page?.rows.length ?? 0
  return (
    <ListPage
      shown={shown}
      head={{ title: t.title, lead: t.lead, primary: { label: t.create, onClick: create } }}
      label={t.title}
      {...((page?.total?.count ?? 0) >= SEARCH_FROM && { searchLabel: t.search })}
      failed={t.loadFailed}
      foot={t.count(count, format.number(count))}
      isTall
      hasPictures
      onOpen={({ id }) => void navigate({ to: `/projects/$projectId${firstRoom}`, params: { projectId: id } })}
      empty={
        <Empty
          icon={<Mark />}
          title={t.empty.title}
          text={t.empty.text}
          action={<Button onClick={create}>{t.create}</Button>}
        />
      }
    >
      {search.create && <CreateProject onClose={close} />}
      {search.deleted !== undefined && <DeletionProgress projectId={search.deleted} onClose={close} />}
    </ListPage>
  )
}
