import type { ReactNode } from 'react'

import { teams } from '../../data/teams.ts'
import { useTexts } from '../../language/useTexts.ts'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { teamsTexts } from '../../texts/en/teams.ts'
import { newTeam } from './forms.tsx'

/** Creates a team and leads to it. */
export function CreateTeam({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void
  readonly onCreated: (teamId: string) => void
}): ReactNode {
  const t = useTexts(teamsTexts)
  const create = teams.useChange('create')
  return (
    <FormDialog
      title={t.create}
      lead={t.dialog.lead}
      pending="creating"
      fields={newTeam(t)}
      onSubmit={({ name, creator }) =>
        create({ displayName: name.trim(), ...(creator && { creatorUserId: creator.id }) })
      }
      onDone={({ id }) => onCreated(id)}
      onClose={onClose}
    />
  )
}
