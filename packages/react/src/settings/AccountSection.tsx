'use client'

import { useRef, type ReactNode } from 'react'
import { useAccountDeletion } from './useAccountDeletion.ts'
import { useDataDownload } from './useDataDownload.ts'
import { useSignOut } from '../hooks/useSignOut.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { ConfirmForm } from './page/ConfirmForm.tsx'
import { AccountFailure } from './page/AccountFailure.tsx'
import { useSettings } from './page/settings-context.ts'
import { SettingsRow } from './page/SettingsRow.tsx'
import { useRow } from './page/useRow.ts'

/** How the user is leaving the page, if they are. */
export type Leaving = 'signed-out' | 'deleting' | 'deleted' | null

export interface AccountSectionProps {
  /** Called before sign-out to suppress the redirect to the sign-in page. */
  readonly onLeave: (by: Leaving) => void
}

export function AccountSection({ onLeave }: AccountSectionProps): ReactNode {
  const { project } = useSettings()
  return (
    <>
      <SignOutRow onLeave={onLeave} />
      {project.config.userDataExportEnabled && <DataRow />}
      {project.config.clientUserDeletionEnabled && <DeletionRow onLeave={onLeave} />}
    </>
  )
}

export function SignOutRow({ onLeave }: AccountSectionProps): ReactNode {
  const t = useTranslate()
  const signOut = useSignOut()
  return (
    <SettingsRow
      isOnlyRead
      label={t('Sign out')}
      value={
        <>
          {t('Ends the session on this device.')}
          <AccountFailure failure={signOut.failure} />
        </>
      }
      action={
        <Button
          variant="secondary"
          phase={signOut.phase}
          pendingText={t('Signing out…')}
          onClick={() => {
            onLeave('signed-out')
            void signOut.submit()
          }}
        >
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
