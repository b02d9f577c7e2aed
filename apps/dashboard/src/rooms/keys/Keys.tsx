import { useNavigate, useSearch } from '@tanstack/react-router'
import { Ban, Copy, Ellipsis, KeyRound, Pencil } from 'lucide-react'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'

import { useKeySets, type KeySet } from '../../data/api-keys.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { useCopy } from '../../kit/CopyButton.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { Menu, MenuItem } from '../../kit/Menu.tsx'
import { Empty, Failed } from '../../kit/States.tsx'
import { Table } from '../../kit/Table.tsx'
import { TableFoot } from '../../kit/Toolbar.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { keysTexts } from '../../texts/keys.ts'
import { keyColumns } from './columns.tsx'
import type { KeysSearch } from './search.ts'

const CreateKeySet = lazy(async () => ({ default: (await import('./CreateKeySet.tsx')).CreateKeySet }))
const RenameKeySet = lazy(async () => ({ default: (await import('./KeySetDialogs.tsx')).RenameKeySet }))
const RevokeKeySet = lazy(async () => ({ default: (await import('./KeySetDialogs.tsx')).RevokeKeySet }))

/** The key sets of the project. */
export function Keys(): ReactNode {
  const t = useTexts(keysTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const { id: projectId } = useCurrentProject()
  const { create, rename, revoke } = useSearch({ from: '/owner/projects/$projectId/keys' })
  const keySets = useKeySets()
  const { copy } = useCopy()
  const columns = useMemo(() => keyColumns(t, format), [t, format])
  const open = (search: KeysSearch): void =>
    void navigate({ to: '/projects/$projectId/keys', params: { projectId }, search })
  const close = (): void => open({})
  const rows = keySets.data
  const renamed = rows?.find(({ id }) => id === rename)
  const revoked = rows?.find(({ id }) => id === revoke)
  return (
    <>
      <PageHead
        title={t.title}
        lead={t.lead}
        of={useProject().data?.displayName}
        primary={{ label: t.create, onClick: () => open({ create: true }) }}
      />
      {keySets.isError && !rows ? (
        <Failed
          title={t.loadFailed}
          error={keySets.error}
          isRetrying={keySets.isFetching}
          onRetry={() => void keySets.refetch()}
        />
      ) : rows?.length === 0 ? (
        <Empty
          icon={<KeyRound />}
          title={t.empty.title}
          text={t.empty.text}
          action={<Button onClick={() => open({ create: true })}>{t.create}</Button>}
        >
          <CodeBlock
            title=".env"
            values={[settings.baseUrl, projectId]}
            code={`PORTICO_API_URL=${settings.baseUrl}\nPORTICO_PROJECT_ID=${projectId}\nPORTICO_PUBLISHABLE_CLIENT_KEY=pck_…\nPORTICO_SECRET_SERVER_KEY=ssk_…`}
          />
        </Empty>
      ) : (
        <>
          <Table
            label={t.title}
            columns={columns}
            rows={rows}
            idOf={idOf}
            nameOf={nameOf}
            isTall
            isBusy={keySets.isFetching}
            menu={(keySet) => (
              <Menu
                label={t.rowMenu(keySet.description.trim() || t.noDescription)}
                align="end"
                trigger={({ ref, ...trigger }) => (
                  <IconButton
                    size="small"
                    label={t.rowMenu(keySet.description.trim() || t.noDescription)}
                    {...trigger}
                    ref={ref}
                  >
                    <Ellipsis />
                  </IconButton>
                )}
              >
                {keySet.publishableClientKey?.value != null && (
                  <MenuItem icon={<Copy />} onSelect={() => void copy(keySet.publishableClientKey?.value ?? '')}>
                    {t.copyPublishable}
                  </MenuItem>
                )}
                <MenuItem icon={<Pencil />} onSelect={() => open({ rename: keySet.id })}>
                  {t.rename}
                </MenuItem>
                <MenuItem
                  icon={<Ban />}
                  isDanger
                  disabledReason={keySet.isValid() ? undefined : t.alreadyInvalid}
                  onSelect={() => open({ revoke: keySet.id })}
                >
                  {t.revoke}
                </MenuItem>
              </Menu>
            )}
          />
          {rows && <TableFoot text={`${t.count(rows.length)}. ${t.foot}`} />}
        </>
      )}
      <Suspense>
        {renamed && <RenameKeySet keySet={renamed} onClose={close} />}
        {revoked && <RevokeKeySet keySet={revoked} all={rows ?? []} onClose={close} />}
        {create && <CreateKeySet onClose={close} />}
      </Suspense>
    </>
  )
}

const idOf = ({ id }: KeySet): string => id
const nameOf = ({ description }: KeySet): string => description
