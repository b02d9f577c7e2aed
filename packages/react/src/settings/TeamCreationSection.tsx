import type { Team } from '@portico/client'
import type { ReactNode } from 'react'
import { useForm } from '../form/useForm.ts'
import { useTeamCreation } from '../hooks/useTeamCreation.ts'
import { useTranslate } from '../i18n/language.ts'
import { Field } from '../parts/Field.tsx'
import { EditForm } from './EditForm.tsx'
import { nameError } from './NameRow.tsx'

/** The form that creates a team. */
export function TeamCreationSection({ onCreated }: { readonly onCreated: (team: Team) => void }): ReactNode {
  const t = useTranslate()
  const creation = useTeamCreation(onCreated)
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) => ({ name: nameError(t, name) }),
    submit: async ({ name }) => {
      await creation.submit(name.trim())
      return {}
    },
  })
  return (
    <div className="portico-settings-form">
      <EditForm
        onSubmit={form.onSubmit}
        onCancel={undefined}
        phase={creation.phase}
        failure={creation.failure}
        submitText={t('Create team')}
        pendingText={t('Creating…')}
      >
        <Field {...form.field('name')} label={t('Team name')} type="text" autoComplete="off" />
      </EditForm>
    </div>
  )
}
