'use client'

import { useRef, type ReactNode } from 'react'
import { useAccountDeletion } from './useAccountDeletion.ts'
import { useDataDownload } from './useDataDownload.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { ConfirmForm } from './page/ConfirmForm.tsx'
import { AccountFailure } from './page/AccountFailure.tsx'
import { usePageSignOut } from './page/page-sign-out.ts'
import { useSettings } from './page/settings-context.ts'
import { SettingsRow } from './page/SettingsRow.tsx'
import { useRow } from './page/useRow.ts'

/** How far the deletion of the account is, if it has begun. */
export type Leaving = 'deleting' | 'deleted' | null

export interface AccountSectionProps {
  /** Called before the deletion to suppress the redirect to the sign-in page, and after it. */
  readonly onLeave: (by: Leaving) => void
}

export function AccountSection({ onLeave }: AccountSectionProps): ReactNode {
  const { project } = useSettings()
  return (
    <>
      <SignOutRow />
      {project.config.userDataExportEnabled && <DataRow />}
      {project.config.clientUserDeletionEnabled && <DeletionRow onLeave={onLeave} />}
    </>
  )
}

export function SignOutRow(): ReactNode {
  const t = useTranslate()
  const { begin, phase } = usePageSignOut()
  return (
    <SettingsRow
      isOnlyRead
      label={t('Sign out')}
      value={t('Ends the session on this device.')}
      action={
        <Button variant="secondary" phase={phase} pendingText={t('Signing out…')} onClick={() => void begin()}>
          {t('Sign out')}
        </Button>
      }
    />
  )
}

/** Saves the data of the user as a file. */
function DataRow(): ReactNode {
  const t = useTranslate()
  const row = useRow()
  const { phase, failure, submit } = useDataDownload((file) => row.finish(t('Downloaded as {file}.', { file })))
  return (
    <SettingsRow
      row={row}
      isOnlyRead
      label={t('Your data')}
      value={
        <>
          {t('The data that is stored about your account, as a JSON file.')}
          <AccountFailure failure={failure} />
        </>
      }
      action={
        <Button
          variant="secondary"
          phase={phase}
          pendingText={t('Loading…')}
          onClick={() => {
            row.close()
            void submit()
          }}
        >
          {t('Download')}
        </Button>
      }
    />
  )
}

/** Rendered last, apart from the other rows, with a confirmation by name. */
function DeletionRow({ onLeave }: AccountSectionProps): ReactNode {
  const t = useTranslate()
  const { user, project } = useSettings()
  const row = useRow()
  const deleted = useRef(false)
  const deletion = useAccountDeletion(() => {
    deleted.current = true
  })

  // The session ends with the account, before the call returns: this row may be unmounted by then.
  async function submit(): Promise<null> {
    onLeave('deleting')
    await deletion.submit()
    onLeave(deleted.current ? 'deleted' : null)
    return null
  }
  return (
    <div className="portico-danger">
      <SettingsRow
        row={row}
        label={t('Delete account')}
        value={t('Deletes your account and all its data. This cannot be undone.')}
        action={
          <Button variant="quiet" onClick={() => row.start('delete')}>
            {t('Delete account…')}
          </Button>
        }
      >
        <ConfirmForm
          question={t('Delete the account {name} at {project}?', {
            name: user.primaryEmail ?? user.displayName ?? user.id,
            project: project.displayName,
          })}
          confirmText={t('Delete account permanently')}
          pendingText={t('Deleting…')}
          cancelText={t('Keep account')}
          action={{ ...deletion, submit }}
          onCancel={row.close}
        />
      </SettingsRow>
    </div>
  )
}
