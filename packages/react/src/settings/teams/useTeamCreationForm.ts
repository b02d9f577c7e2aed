import type { Team } from '@portico/client'
import { useForm, type FieldBinding, type Form } from '../../form/useForm.ts'
import type { Action } from '../../hooks/useAction.ts'
import { useTeamCreation } from './useTeamCreation.ts'
import { useTranslate } from '../../i18n/language.ts'
import { nameError } from '../page/NameRow.tsx'

export interface TeamCreationForm extends Pick<Form<'name'>, 'onSubmit'> {
  readonly creation: Action<[displayName: string], never>
  readonly name: FieldBinding
}

/** The form that creates a team, without its look. */
export function useTeamCreationForm(onCreated: (team: Team) => void): TeamCreationForm {
  const t = useTranslate()
  const creation = useTeamCreation(onCreated)
  const { onSubmit, field } = useForm({
    initial: { name: '' },
    validate: ({ name }) => ({ name: nameError(t, name) }),
    submit: async ({ name }) => {
      await creation.submit(name.trim())
      return {}
    },
  })
  return { creation, onSubmit, name: field('name') }
}
