import { useState, type ReactNode } from 'react'

import { usePermissionDefinitions } from '../../data/permissions.ts'
import { users, type ListedUser, type TeamOfUser } from '../../data/users.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { focusFirstControl } from '../../kit/focus.ts'
import { May } from '../../kit/May.tsx'
import { Pictured } from '../../kit/Pictured.tsx'
import { ListRow } from '../../kit/Rows.tsx'
import { CutText } from '../../kit/Text.tsx'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { ActMenu } from '../../page/ActMenu.tsx'
import { unloaded } from '../../page/Loaded.tsx'
import { RecordSection } from '../../page/RecordSection.tsx'
import { useAct } from '../../page/useAct.tsx'
import { useConfirmation } from '../../page/useConfirmation.tsx'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { TeamChoice } from './TeamChoice.tsx'
import type { UserTabProps } from './tabs.ts'
import css from './users.module.css'

/** The teams of the user, with the permissions in each. */
export function TeamsTab({ user }: UserTabProps): ReactNode {
  const t = useTexts(usersTexts)
  const [isAdding, setAdding] = useState(false)
  const [dialog, ask] = useConfirmation()
  const remove = users.useChange('removeFromTeam')
  const teams = users.useRead('teams', [user])
  const askToRemove = (team: TeamOfUser): void =>
    ask({
      title: t.teams.remove,
      consequence: fill(t.teams.removeLead, { name: <bdi className="strong">{team.displayName}</bdi> }),
      pending: 'removing',
      run: () => remove(user, team),
    })
  return (
    <RecordSection
      title={t.teams.title}
      action={
        <May right={users.rights.addToTeam}>
          <LinkButton onClick={() => setAdding(true)}>{t.teams.add}</LinkButton>
        </May>
      }
      query={teams}
      empty={t.teams.none}
      hasPictures
      form={isAdding && <AddToTeam user={user} teams={teams.data ?? []} onEnd={() => setAdding(false)} />}
      row={(team) => <TeamRow user={user} team={team} onRemove={() => askToRemove(team)} />}
    >
      {dialog}
    </RecordSection>
  )
}

function AddToTeam({
  user,
  teams,
  onEnd,
}: {
  readonly user: ListedUser
  readonly teams: readonly TeamOfUser[]
  readonly onEnd: () => void
}): ReactNode {
  const { cancel } = useTexts(kitTexts)
  const addToTeam = users.useChange('addToTeam')
  const add = useAct(async (teamId: string) => {
    await addToTeam(user, teamId)
    onEnd()
  })
  return (
    <div ref={focusFirstControl} className="inline-form">
      <TeamChoice without={teams.map(({ id }) => id)} onChoose={add.run} />
      {add.failure}
      <footer>
        <Button variant="ghost" size="small" onClick={onEnd}>
          {cancel}
        </Button>
      </footer>
    </div>
  )
}

interface TeamRowProps {
  readonly user: ListedUser
  readonly team: TeamOfUser
  readonly onRemove: () => void
}

function TeamRow({ user, team, onRemove }: TeamRowProps): ReactNode {
  const t = useTexts(usersTexts)
  const { rowMenu } = useTexts(kitTexts)
  const definitions = usePermissionDefinitions('team')
  const granted = users.useRead('permissions', [user, team])
  const grant = users.useChange('grantInTeam')
  const revoke = users.useChange('revokeInTeam')
  const change = useAct((id: string) => (granted.data?.includes(id) ? revoke : grant)(user, team, id))
  return (
    <ListRow
      action={
        <May right={users.rights.grantInTeam}>
          <ActMenu
            label={rowMenu(team.displayName)}
            heading={t.teams.permissions}
            isSmall
            acts={[
              ...(definitions.data ?? []).map(({ id }) => ({
                label: id,
                isCode: true,
                isChecked: granted.data?.includes(id) ?? false,
                onSelect: () => change.run(id),
              })),
              { label: t.teams.remove, isDanger: true, onSelect: onRemove },
            ]}
          />
        </May>
      }
    >
      <Pictured picture={<Avatar name={team.displayName} imageUrl={team.profileImageUrl} kind="team" size="medium" />}>
        <span className={css['line']}>
          <RoomLink room="teams" path={`/${team.id}/members`} className={css['team']}>
            <CutText className="strong">{team.displayName}</CutText>
          </RoomLink>
          {user.selectedTeam?.id === team.id && <Badge>{t.teams.selected}</Badge>}
        </span>
        <span className="row-note">
          {unloaded(granted) ??
            (granted.data?.length ? (
              <span className="mono" dir="ltr">
                {granted.data.join(', ')}
              </span>
            ) : (
              t.teams.noPermission
            ))}
        </span>
      </Pictured>
      {change.failure}
    </ListRow>
  )
}
