'use client'

import { download } from '@portico/ui/parts/download'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { CopyButton } from '../page/CopyButton.tsx'
import { useOpenForm } from '../page/EditForm.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useRow } from '../page/useRow.ts'
import { printText } from './print-text.ts'
import { useRecoveryCodes, type RecoveryCodesOfUser } from './useRecoveryCodes.ts'

export interface RecoveryCodesRowProps {
  /**
   * The code that confirmed the user's first app, which the service has not used up. The row creates recovery codes
   * with it and shows them, because people do not come back for them later. It asks for another code if this one has
   * expired.
   */
  readonly firstCode: string | null
}

/** The codes that take the place of a lost authenticator app. */
export function RecoveryCodesRow({ firstCode }: RecoveryCodesRowProps): ReactNode {
  const t = useTranslate()
  const row = useRow()
  const codes = useRecoveryCodes(() => row.start('created'))
  const { create, present } = codes
  const hasCodes = present !== undefined && present.createdAt !== null
  const offer = useRef(async (code: string) => {
    // The code can expire before it arrives.
    if (await create.submit(code)) row.start('creation')
  })
  // React runs an effect twice in development, and the second codes would end the first ones.
  const isOffered = useRef(false)
  useEffect(() => {
    if (firstCode === null || isOffered.current) return
    isOffered.current = true
    void offer.current(firstCode)
  }, [firstCode])
  return (
    <SettingsRow
      row={row}
      isShownOnce={row.open?.act === 'created'}
      label={t('Recovery codes')}
      value={
        <>
          {hasCodes ? (
            t('Unused: {n}', { n: present.unused })
          ) : (
            <span className="portico-row-none">{present && t('No codes')}</span>
          )}
          {row.open === null && <AccountFailure failure={create.failure ?? codes.failure} />}
        </>
      }
      note={
        hasCodes && present.unused === 0
          ? t('All recovery codes are used. Create new ones.')
          : t('If you lose your phone, a recovery code takes the place of a code from your app. Each works once.')
      }
      action={
        present && (
          <Button
            variant="quiet"
            phase={create.phase}
            pendingText={t('Creating…')}
            onClick={() => row.start('creation')}
          >
            {hasCodes ? t('Replace…') : t('Create codes')}
          </Button>
        )
      }
    >
      {row.open?.act === 'created' ? (
        <CreatedCodes
          codes={codes.created ?? []}
          action={create}
          onClose={() => {
            codes.forget()
            row.close()
          }}
        />
      ) : (
        <ConfirmForm
          {...(hasCodes && {
            question: t('Replace the recovery codes?'),
            consequence: t('The present codes stop working. We will notify you by email.'),
          })}
          confirmText={hasCodes ? t('Replace codes') : t('Create codes')}
          variant={hasCodes ? 'danger' : 'primary'}
          pendingText={t('Creating…')}
          asksForCode
          action={create}
          onCancel={row.close}
        />
      )}
    </SettingsRow>
  )
}

interface CreatedCodesProps {
  readonly codes: readonly string[]
  readonly action: RecoveryCodesOfUser['create']
  readonly onClose: () => void
}

/** The new codes, to copy, save and print. */
function CreatedCodes({ codes, action, onClose }: CreatedCodesProps): ReactNode {
  const t = useTranslate()
  const { project } = useSettings()
  useOpenForm(action)
  const heading = t('Recovery codes for {project}', { project: project.displayName })
  const file = [heading, '', ...codes, ''].join('\n')
  return (
    <div className="portico-once">
      <p className="portico-step-text">
        {t('Save these codes where you can find them without your phone. They are shown only now.')}
      </p>
      <ul className="portico-codes" dir="ltr" aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="portico-edit-actions">
        <CopyButton variant="secondary" text={codes.join('\n')} label={t('Copy codes')} doneLabel={t('Copied')} />
        <Button variant="secondary" onClick={() => download('recovery-codes.txt', [file], 'text/plain')}>
          {t('Download')}
        </Button>
        <Button variant="secondary" onClick={() => printText(heading, file)}>
          {t('Print')}
        </Button>
        <Button onClick={onClose}>{t('Done')}</Button>
      </div>
    </div>
  )
}
