import type { Job } from '@portico/client/admin'
import { Link, Outlet } from '@tanstack/react-router'
import { Download, Users as UsersIcon } from 'lucide-react'
import { lazy, useState, type ReactNode } from 'react'

import { rightOfPage } from '../../shell/room-rights.ts'
import * as endpointRights from '../../data/endpoint-rights.ts'
import { useJob, users, useUsersAfter, type ListedUser } from '../../data/users.ts'
import { Button, buttonLook } from '../../kit/Button.tsx'
import { May, useMay } from '../../kit/May.tsx'
import { Empty } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { ActMenu } from '../../page/ActMenu.tsx'
import type { Act } from '../../page/acts.ts'
import { countText } from '../../page/count-text.ts'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage, type ShownList } from '../../page/useListPage.ts'
import { CreateCall } from '../../records/CreateCall.tsx'
import type { UsersTexts } from '../../texts/en/users.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { useActsOf } from './acts.tsx'
import type { UsersSearch } from './address.ts'
import { exportColumnsOf } from './columns.tsx'
import { filterOf } from './filter-of.ts'
import { usersList } from './list.ts'
import { SelectedActs } from './SelectedActs.tsx'
import type { ActOnUsers } from './UserDialogs.tsx'

const CreateUser = lazy(async () => ({ default: (await import('./CreateUser.tsx')).CreateUser }))
const UserDialogs = lazy(async () => ({ default: (await import('./UserDialogs.tsx')).UserDialogs }))
const JobDialog = lazy(async () => ({ default: (await import('./JobDialog.tsx')).JobDialog }))

/** The users of the project: list, creation, bulk acts, and the drawer of one user. */
export function Users(): ReactNode {
  const shown = useListPage(usersList)
  const { search, page, context, show, openRecord } = shown
  const { t, projectId } = context
  const hidesAnonymous = users.useRead('hasAnonymous', []).data === true && search.status === undefined
  const may = useMay()
  const { rights } = users
  const decides = search.status === 'waiting' && may(rights.decide)
  const [act, setAct] = useState<ActOnUsers | null>(null)
  const showJob = (job: string | undefined): void => show({ job })
  const jobId = may(rights.startBulk) ? search.job : undefined
  const job = useLatestJob(jobId)
  const exportActs = useExport(shown, showJob)
  const actsOf = useActsOf(context, {
    onAct: (type, user) =>
      type === 'impersonate' ? openRecord(user.id, { changes: { act: type } }) : setAct({ type, user }),
  })
  const selected = useSelected(shown)
  const foot = page && [countText(page, shown.hasMore, context), ...(hidesAnonymous ? [t.anonymousHidden] : [])]
  return (
    <ListPage
      shown={shown}
      head={{
        title: t.title,
        actions: (
          <>
            <Link to="/projects/$projectId/users/invitations" params={{ projectId }} {...buttonLook({})}>
              {t.invitations}
            </Link>
            <May right={endpointRights.createImport}>
              <Link to="/projects/$projectId/users/import" params={{ projectId }} {...buttonLook({})}>
                {t.importUsers}
              </Link>
            </May>
          </>
        ),
        primary: may(rights.create) ? { label: t.create, onClick: () => show({ create: true }) } : undefined,
      }}
      label={t.title}
      searchLabel={t.search}
      tools={
        <>
          {jobId === undefined && <RunningJob job={job} onShow={showJob} />}
          <May right={rights.startBulk}>
            <ActMenu
              label={t.export}
              icon={<Download />}
              heading={t.exportCount(selected.ofAll.count, selected.ofAll.shown)}
              acts={exportActs(selected.ofAll)}
            />
          </May>
        </>
      }
      failed={t.loadFailed}
      empty={<NoUsers shown={shown} />}
      foot={foot?.join('. ') ?? ''}
      hasPictures
      acts={actsOf}
      {...((decides || may(rights.startBulk)) && {
        selected: {
          count: selected.chosen.shown,
          all: selected.ofAll.shown,
          acts: (
            <SelectedActs
              t={t}
              decides={decides}
              heading={t.exportCount(selected.chosen.count, selected.chosen.shown)}
              exportActs={exportActs(selected.chosen)}
              onAct={(type) => setAct({ type, ...selected.chosen })}
            />
          ),
        },
      })}
    >
      {search.create && may(rights.create) && (
        <CreateUser
          onClose={() => show({ create: undefined })}
          onCreated={({ id }) => openRecord(id, { isNew: true })}
        />
      )}
      {act && (
        <UserDialogs
          act={act}
          onClose={() => setAct(null)}
          onDecided={() => {
            setAct(null)
            shown.clearSelection()
          }}
          onJob={(job) => {
            setAct(null)
            shown.clearSelection()
            showJob(job)
          }}
        />
      )}
      {jobId !== undefined && <JobDialog jobId={jobId} onClose={() => showJob(undefined)} />}
      <Outlet />
    </ListPage>
  )
}

function NoUsers({ shown: { change, context } }: { readonly shown: ShownUsers }): ReactNode {
  const { t, format, projectId } = context
  const { data: hasAnonymous, isPending } = users.useRead('hasAnonymous', [])
  if (isPending) return null
  if (hasAnonymous) {
    return (
      <Empty
        icon={<UsersIcon />}
        title={t.countAlone(0, format.number(0))}
        text={t.anonymousHidden}
        action={
          <Button onClick={() => change({ status: 'anonymous' })}>
            {t.filters.status}: {t.statuses.anonymous}
          </Button>
        }
      />
    )
  }
  return (
    <Empty
      icon={<UsersIcon />}
      title={t.empty.title}
      text={t.empty.text}
      action={
        <May right={rightOfPage('/start')}>
          <Link to="/projects/$projectId/start" params={{ projectId }} {...buttonLook({})}>
            {t.empty.connect}
          </Link>
        </May>
      }
    >
      <CreateCall path="/users" body={{ primary_email: 'ada@example.com' }} />
    </Empty>
  )
}

type ShownUsers = ShownList<ListedUser, UsersSearch, UsersTexts>
type SomeUsers = Omit<Extract<ActOnUsers, { readonly shown: string }>, 'type'>

/** The selected users and all that match, each with its number and the filters in words. */
function useSelected({ search, selection, page, filterTexts, context }: ShownUsers): {
  readonly chosen: SomeUsers
  readonly ofAll: SomeUsers
} {
  const { format } = context
  const count = page?.total?.count ?? page?.rows.length ?? 0
  const found = format.number(count)
  const filters = [...(search.q === undefined ? [] : [`“${search.q}”`]), ...filterTexts]
  const ofAll = {
    selection: { filter: filterOf(search) },
    count,
    shown: page?.total?.isCapped ? `${found}+` : found,
    filters,
  }
  const chosen =
    selection.kind === 'all'
      ? ofAll
      : {
          selection: { userIds: [...selection.ids] },
          count: selection.ids.size,
          shown: format.number(selection.ids.size),
          filters,
        }
  return { chosen, ofAll }
}

/**
 * Returns the acts that export users: to CSV with the visible columns, or to JSON. The service writes the file in the
 * background.
 */
function useExport(
  { context: { t }, visibleColumns }: ShownUsers,
  onJob: (jobId: string) => void,
): (of: SomeUsers) => readonly Act[] {
  const start = users.useChange('startBulk')
  const run = async ({ selection }: SomeUsers, format: 'csv' | 'json'): Promise<void> => {
    const options = format === 'json' ? { format } : { format, columns: exportColumnsOf(visibleColumns) }
    onJob((await start(selection, { type: 'export', options })).id)
  }
  return (of) => [
    { label: t.exportCsv, onSelect: () => run(of, 'csv') },
    { label: t.exportJson, onSelect: () => run(of, 'json') },
  ]
}

/** The job that was opened last: it continues when its dialog is closed. */
function useLatestJob(opened: string | undefined): Job | null | undefined {
  const [latest, setLatest] = useState(opened)
  if (opened !== undefined && opened !== latest) setLatest(opened)
  const { data: job } = useJob(latest)
  useUsersAfter(job)
  return job
}

/** The progress of a job whose dialog is closed, and the way back to it. */
function RunningJob({
  job,
  onShow,
}: {
  readonly job: Job | null | undefined
  readonly onShow: (id: string) => void
}): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  if (!job || job.endedAt !== null) return null
  const done = format.number(job.done + job.failed)
  return (
    <Button variant="ghost" onClick={() => onShow(job.id)}>
      {t.job.titles[job.type]}:{' '}
      {job.total === null ? t.job.progressOpen(done) : t.job.progress(done, format.number(job.total))}
    </Button>
  )
}
