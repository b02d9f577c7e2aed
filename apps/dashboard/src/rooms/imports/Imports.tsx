import { FileUp } from 'lucide-react'
import { lazy, useMemo, type ReactNode } from 'react'

import { Button } from '../../kit/Button.tsx'
import { Empty } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { shellTexts } from '../../texts/en/shell.ts'
import { importColumns } from './columns.tsx'
import { importsList } from './list.ts'
import { useSourceTitle } from './use-source-title.ts'

const CreateImport = lazy(async () => ({ default: (await import('./CreateImport.tsx')).CreateImport }))

export function Imports(): ReactNode {
  const shown = useListPage(importsList)
  const { context, openRecord, rows = [], search, show } = shown
  const { format, projectId, t } = context
  const { items } = useTexts(shellTexts)
  const titleOf = useSourceTitle()
  const columns = useMemo(() => importColumns(t, format, titleOf), [t, format, titleOf])
  const create = (): void => show({ create: true })
  return (
    <ListPage
      shown={shown}
      columns={columns}
      head={{
        title: t.title,
        lead: t.lead,
        crumbs: [{ label: items.users, to: `/projects/${projectId}/users` }],
        primary: { label: t.create, onClick: create },
      }}
      label={t.title}
      failed={t.loadFailed}
      foot={t.count(rows.length)}
      empty={
        <Empty
          icon={<FileUp />}
          title={t.empty.title}
          text={t.empty.text}
          action={<Button onClick={create}>{t.create}</Button>}
        />
      }
    >
      {search.create && (
        <CreateImport
          onClose={() => show({ create: undefined })}
          onCreated={({ id }) => openRecord(id, { changes: { create: undefined } })}
        />
      )}
    </ListPage>
  )
}
