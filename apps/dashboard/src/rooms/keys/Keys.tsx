import { useNavigate, useSearch } from '@tanstack/react-router'
import { Ban, Ellipsis, KeyRound } from 'lucide-react'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'

import { useKeySets, useRevokeKeySet, type KeySet } from '../../data/api-keys.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { Menu, MenuItem } from '../../kit/Menu.tsx'
import { Empty, Failed } from '../../kit/States.tsx'
import { Table } from '../../kit/Table.tsx'
import { TableFoot } from '../../kit/Toolbar.tsx'
import { useAction } from '../../kit/useAction.ts'
import { fill } from '../../language/fill.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { keysTexts } from '../../texts/keys.ts'
import { keyColumns } from './columns.tsx'

const CreateKeySet = lazy(async () => ({ default: (await import('./CreateKeySet.tsx')).CreateKeySet }))

/** The key sets of the project. */
export function Keys(): ReactNode {
  const t = useTexts(keysTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const { id: projectId } = useCurrentProject()
  const { create } = useSearch({ from: '/owner/projects/$projectId/keys' })
  const keySets = useKeySets()
  const [revoked, setRevoked] = useState<KeySet | null>(null)
  const columns = useMemo(() => keyColumns(t, format), [t, format])
  const setCreate = (isOpen: boolean): void =>
    void navigate({
      to: '/projects/$projectId/keys',
      params: { projectId },
      search: isOpen ? { create: true } : {},
    })
  const rows = keySets.data
  return (
    <>
      <PageHead
        title={t.title}
        lead={t.lead}
        of={useProject().data?.displayName}
        primary={{ label: t.create, onClick: () => setCreate(true) }}
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
          action={<Button onClick={() => setCreate(true)}>{t.create}</Button>}
        />
      ) : (
        <>
          <Table
            label={t.title}
            columns={columns}
            rows={rows}
            idOf={idOf}
            nameOf={nameOf}
            isBusy={keySets.isFetching}
            menu={(keySet) => (
              <Menu
                label={t.rowMenu(keySet.description)}
                align="end"
                trigger={({ ref, ...trigger }) => (
                  <IconButton size="small" label={t.rowMenu(keySet.description)} {...trigger} ref={ref}>
                    <Ellipsis />
                  </IconButton>
                )}
              >
                <MenuItem
                  icon={<Ban />}
                  isDanger
                  disabledReason={keySet.isValid() ? undefined : t.alreadyInvalid}
                  onSelect={() => setRevoked(keySet)}
                >
                  {t.revoke}
                </MenuItem>
              </Menu>
            )}
          />
          {rows && <TableFoot text={`${t.count(rows.length)}. ${t.foot}`} />}
        </>
      )}
      {revoked && <RevokeKeySet keySet={revoked} onClose={() => setRevoked(null)} />}
      <Suspense>{create && <CreateKeySet onClose={() => setCreate(false)} />}</Suspense>
    </>
  )
}

function RevokeKeySet({ keySet, onClose }: { readonly keySet: KeySet; readonly onClose: () => void }): ReactNode {
  const t = useTexts(keysTexts)
  const failureText = useFailureText()
  const revokeKeySet = useRevokeKeySet()
  const revoke = useAction(async () => {
    await revokeKeySet(keySet)
    onClose()
  })
  return (
    <ConfirmDialog
      title={t.revoke}
      consequence={fill(t.revokeText, { name: <bdi className="strong">{keySet.description || t.noDescription}</bdi> })}
      pendingLabel={t.revoking}
      phase={revoke.phase}
      failure={revoke.failure === null ? null : failureText(revoke.failure)}
      onConfirm={() => void revoke.run()}
      onClose={onClose}
    />
  )
}

const idOf = ({ id }: KeySet): string => id
const nameOf = ({ description }: KeySet): string => description
