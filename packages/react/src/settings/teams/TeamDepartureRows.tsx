'use client'

import type { Team } from '@portico/client'
import type { ReactNode } from 'react'
import { useTeamDeparture } from './useTeamDeparture.ts'
import type { TeamMember } from './useTeamMembers.ts'
import { useTranslate } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Button } from '../../parts/Button.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { canManageTeam, hasPermission } from './describe-permission.ts'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useRow } from '../page/useRow.ts'

export interface TeamDepartureRowsProps {
  readonly team: Team
  /** What the signed-in user may do. */
  readonly permissions: ReadonlySet<string>
  /** Undefined if the user may not see them, or until loaded. */
  readonly members: readonly TeamMember[] | undefined
  readonly onDeparted: (message: string) => void
}

/** Leaving and deleting a team, rendered last and apart from the other rows. */
export function TeamDepartureRows({ team, permissions, members, onDeparted }: TeamDepartureRowsProps): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const row = useRow()
  const name = team.displayName || t('No name')
  const { leave, deleteTeam } = useTeamDeparture(team, (how) =>
    onDeparted(
      how === 'left' ? t('You are no longer a member of {name}.', { name }) : t('{name} is deleted.', { name }),
    ),
  )
  return (
    <div className="portico-danger">
      <SettingsRow
        row={row}
        act="leave"
        label={t('Leave team')}
        value={t('You lose access to the team.')}
        action={
          <Button variant="quiet" onClick={() => row.start('leave')}>
            {t('Leave…')}
          </Button>
        }
      >
        <ConfirmForm
          question={t('Leave {name}?', { name })}
          consequence={t('To return, you need a new invitation.')}
          warning={warnManager(t, { permissions, others: members?.filter((one) => one.user.id !== user.id) })}
          confirmText={t('Leave team')}
          pendingText={t('Leaving…')}
          action={leave}
          onCancel={row.close}
        />
      </SettingsRow>
      {hasPermission(permissions, '$delete_team') && (
        <SettingsRow
          row={row}
          act="delete"
          label={t('Delete team')}
          value={t('Deletes the team with all its data, for all members. This cannot be undone.')}
          action={
            <Button variant="quiet" onClick={() => row.start('delete')}>
              {t('Delete team…')}
            </Button>
          }
        >
          <ConfirmForm
            question={t('Delete the team {name}?', { name })}
            consequence={t('Its members and their data in the team are removed at once.')}
            confirmText={t('Delete team permanently')}
            pendingText={t('Deleting…')}
            cancelText={t('Keep team')}
            action={deleteTeam}
            onCancel={row.close}
          />
        </SettingsRow>
      )}
    </div>
  )
}

interface Leaving {
  readonly permissions: ReadonlySet<string>
  /** The other members; undefined if they are not known. */
  readonly others: readonly TeamMember[] | undefined
}

/** Warns the last member who may manage the team. Only a user who may change roles knows what the others may do. */
function warnManager(t: Translate, { permissions, others }: Leaving): string | undefined {
  if (others?.length === 0) return t('You are the last member. No one can open the team after you leave.')
  if (!canManageTeam(permissions)) return undefined
  const areRolesKnown = others?.every((one) => one.permissions) ?? false
  if (!areRolesKnown) return t('You can manage this team. If no other member can, no one will be able to manage it.')
  return others?.some((one) => canManageTeam(one.permissions ?? []))
    ? undefined
    : t('You are the only member who can manage this team. Give this role to another member first.')
}
