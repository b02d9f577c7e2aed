import type { Format } from '@portico/ui/language/format'
import type { ReactNode } from 'react'

import { teams, type ListedTeam } from '../../data/teams.ts'
import { nameToTypeOf } from '../../kit/typed-name.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { teamsTexts, type TeamsTexts } from '../../texts/en/teams.ts'
import { membersText, nameOfTeam } from './columns.tsx'

/** Deletes a team after its name has been typed. */
export function DeleteTeam({
  team,
  onClose,
  onDeleted = onClose,
}: {
  readonly team: ListedTeam
  readonly onClose: () => void
  readonly onDeleted?: () => void
}): ReactNode {
  const t = useTexts(teamsTexts)
  const format = useFormat()
  const remove = teams.useChange('remove')
  return (
    <ConfirmAction
      title={t.delete}
      consequence={consequenceOf(team, t, format)}
      nameToType={nameToTypeOf(team.displayName, team.id)}
      pending="deleting"
      run={() => remove(team)}
      done={t.deleted(nameOfTeam(team, t))}
      onDone={onDeleted}
      onClose={onClose}
    />
  )
}

function consequenceOf({ summary }: ListedTeam, t: TeamsTexts, format: Format): string {
  if (!summary) return t.deletionUnknown
  const { memberCount, openInvitationCount } = summary
  const removed = [
    ...(memberCount > 0 ? [t.membersOf(memberCount, membersText(summary, t, format))] : []),
    ...(openInvitationCount > 0 ? [t.invitationsOf(openInvitationCount, format.number(openInvitationCount))] : []),
  ]
  return removed.length === 0 ? t.deletionEmpty : t.deletion(format.list(removed))
}
