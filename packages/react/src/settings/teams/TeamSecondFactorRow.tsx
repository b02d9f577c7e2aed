'use client'

import type { Team } from '@portico/client'
import type { ReactNode } from 'react'
import { useChange } from '../../hooks/useChange.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useRow } from '../page/useRow.ts'

/**
 * Turns the second factor that a team requires of its members on and off. Both ask first, because they concern all
 * members.
 */
export function TeamSecondFactorRow({ team }: { readonly team: Team }): ReactNode {
  const t = useTranslate()
  const row = useRow()
  const update = useChange(
    (secondFactorRequired: boolean) => team.update({ secondFactorRequired }),
    () => row.finish(t('Saved')),
  )
  const isOn = team.secondFactorRequired
  // The team changes before the form closes, so the text depends on the open act.
  const turnsOn = row.open?.act === 'on'
  return (
    <SettingsRow
      row={row}
      label={t('Second factor required')}
      value={isOn ? t('On') : <span className="portico-row-none">{t('Off')}</span>}
      note={isOn ? t('Each member needs an authenticator app or a passkey.') : undefined}
      action={
        <Button variant="quiet" onClick={() => row.start(isOn ? 'off' : 'on')}>
          {isOn ? t('Switch off…') : t('Switch on…')}
        </Button>
      }
    >
      <ConfirmForm
        question={turnsOn ? t('Require a second factor of all members?') : t('No longer require a second factor?')}
        consequence={
          turnsOn
            ? t(
                'Members without one must set it up within the time that the app allows, and you too. Some members must sign in again.',
              )
            : t('Members keep their second factors and can remove them.')
        }
        confirmText={turnsOn ? t('Switch on') : t('Switch off')}
        pendingText={t('Saving…')}
        variant={turnsOn ? 'primary' : 'danger'}
        action={{ ...update, submit: () => update.submit(turnsOn) }}
        onCancel={row.close}
      />
    </SettingsRow>
  )
}
