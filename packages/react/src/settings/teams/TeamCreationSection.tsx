import type { Team } from '@portico/client'
import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { Field } from '../../parts/Field.tsx'
import { EditForm } from '../page/EditForm.tsx'
import { useTeamCreationForm } from './useTeamCreationForm.ts'

/** The form that creates a team. */
export function TeamCreationSection({ onCreated }: { readonly onCreated: (team: Team) => void }): ReactNode {
  const t = useTranslate()
  const { creation, name, onSubmit } = useTeamCreationForm(onCreated)
  return (
    <div className="portico-settings-form">
      <EditForm
        onSubmit={onSubmit}
        onCancel={undefined}
        phase={creation.phase}
        failure={creation.failure}
        submitText={t('Create team')}
        pendingText={t('Creating…')}
      >
        <Field {...name} label={t('Team name')} type="text" autoComplete="off" />
      </EditForm>
    </div>
  )
}
