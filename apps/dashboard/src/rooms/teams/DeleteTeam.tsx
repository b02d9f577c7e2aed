import type { ReactNode } from 'react'

import { useDeleteTeam, type ListedTeam } from '../../data/teams.ts'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { showToast } from '../../kit/toast.ts'
import { nameToTypeOf } from '../../kit/typed-name.ts'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { teamsTexts } from '../../texts/teams.ts'
import { membersText, nameOfTeam } from './columns.tsx'

/** Deletes a team after its name has been typed. */
export function DeleteTeam({
  team,
  onClose,
  onDeleted,
}: {
  readonly team: ListedTeam
  readonly onClose: () => void
  readonly onDeleted: () => void
}): ReactNode {
  const t = useTexts(teamsTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const deleteTeam = useDeleteTeam()
  const { id, displayName, summary } = team
  const deletion = useAction(async () => {
    await deleteTeam(team)
    showToast({ text: t.deleted(nameOfTeam(team, t)) })
    onDeleted()
  })
  const removed = summary && [
    ...(summary.memberCount > 0 ? [t.membersOf(summary.memberCount, membersText(summary, t, format))] : []),
    ...(summary.openInvitationCount > 0
      ? [t.invitationsOf(summary.openInvitationCount, format.number(summary.openInvitationCount))]
      : []),
  ]
  const consequence = !removed
    ? t.deletionUnknown
    : removed.length === 0
      ? t.deletionEmpty
      : t.deletion(format.list(removed))
  return (
    <ConfirmDialog
      title={t.delete}
      consequence={consequence}
      nameToType={nameToTypeOf(displayName, id)}
      pendingLabel={t.deleting}
      phase={deletion.phase}
      failure={deletion.failure === null ? null : failureText(deletion.failure)}
      onConfirm={() => void deletion.run()}
      onClose={onClose}
    />
  )
}
