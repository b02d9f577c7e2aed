'use client'

import type { Team } from '@portico/client'
import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { Editable } from '../page/Editable.tsx'
import { nameError } from '../page/name-error.ts'
import { TextForm } from '../page/TextForm.tsx'
import { useTeamCreation } from './useTeamCreation.ts'

export function TeamCreationSection({ onCreated }: { readonly onCreated: (team: Team) => void }): ReactNode {
  const t = useTranslate()
  const creation = useTeamCreation(onCreated)
  return (
    <Editable>
      <div className="portico-settings-form">
        <TextForm
          label={t('Team name')}
          problemOf={(name) => nameError(t, name)}
          action={creation}
          onSubmit={creation.submit}
          onCancel={undefined}
          submitText={t('Create team')}
          pendingText={t('Creating…')}
        />
      </div>
    </Editable>
  )
}
