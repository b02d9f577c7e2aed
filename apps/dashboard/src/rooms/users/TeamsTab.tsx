import { Ellipsis } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { usePermissionDefinitions } from '../../data/permissions.ts'
import {
  useAddToTeam,
  useOfUser,
  useRefreshUsers,
  useTeamsOfUser,
  type ListedUser,
  type TeamOfUser,
} from '../../data/users.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { Button, IconButton, LinkButton } from '../../kit/Button.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { FieldError } from '../../kit/Field.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '../../kit/Menu.tsx'
import { focusFirstControl } from '../../kit/focus.ts'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { CutText } from '../../kit/Text.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { useConfirmation } from './Confirm.tsx'
import { TeamChoice } from './filters.tsx'
import { PartLoading } from './PartLoading.tsx'
import type { UserTabProps } from './tabs.ts'
import css from './users.module.css'

/** The teams of the user, with the permissions in each. */
export function TeamsTab({ user }: UserTabProps): ReactNode {
  const t = useTexts(usersTexts)
  const { cancel } = useTexts(kitTexts)
  const failureText = useFailureText()
  const addToTeam = useAddToTeam()
  const [isAdding, setAdding] = useState(false)
  const [dialog, ask] = useConfirmation(user.id)
  const teams = useTeamsOfUser(user)
  const add = useAction(async (teamId: string) => {
    await addToTeam(user, teamId)
    setAdding(false)
  })
  return (
    <section>
      <header>
        <h3>{t.teams.title}</h3>
        <LinkButton onClick={() => setAdding(true)}>{t.teams.add}</LinkButton>
      </header>
      {isAdding && (
        <div ref={focusFirstControl} className="inline-form">
          <TeamChoice without={(teams.data ?? []).map(({ id }) => id)} onChoose={(id) => void add.run(id)} />
          {add.failure !== null && <FieldError>{failureText(add.failure)}</FieldError>}
          <footer>
            <Button variant="ghost" size="small" onClick={() => setAdding(false)}>
              {cancel}
            </Button>
          </footer>
        </div>
      )}
      {!teams.data ? (
        <PartLoading query={teams}>
          <RowsSkeleton kind="list" hasPictures />
        </PartLoading>
      ) : teams.data.length === 0 ? (
        <p className="soft">{t.teams.none}</p>
      ) : (
        <Rows kind="list">
          {teams.data.map((team) => (
            <TeamRow
              key={team.id}
              user={user}
              team={team}
              onRemove={() =>
                ask({
                  title: t.teams.remove,
                  consequence: fill(t.teams.removeLead, { name: <bdi className="strong">{team.displayName}</bdi> }),
                  pending: t.teams.removing,
                  run: () => team.removeUser(user.id),
                })
              }
            />
          ))}
        </Rows>
      )}
      {dialog}
    </section>
  )
}

interface TeamRowProps {
  readonly user: ListedUser
  readonly team: TeamOfUser
  readonly onRemove: () => void
}

function TeamRow({ user, team, onRemove }: TeamRowProps): ReactNode {
  const t = useTexts(usersTexts)
  const failureText = useFailureText()
  const refresh = useRefreshUsers()
  const definitions = usePermissionDefinitions('team')
  const granted = useOfUser(user, `permissions ${team.id}`, async (of) =>
    (await of.listPermissions(team, { recursive: false })).map(({ id }) => id),
  )
  const change = useAction(async (permissionId: string) => {
    if (granted.data?.includes(permissionId)) await user.revokePermission(team, permissionId)
    else await user.grantPermission(team, permissionId)
    await refresh(user.id)
  })
  const label = t.rowMenu(team.displayName)
  return (
    <ListRow
      action={
        <Menu
          label={label}
          align="end"
          trigger={({ ref, ...trigger }) => (
            <IconButton size="small" label={label} {...trigger} ref={ref}>
              <Ellipsis />
            </IconButton>
          )}
        >
          <MenuHeading>{t.teams.permissions}</MenuHeading>
          {definitions.data?.map(({ id }) => (
            <MenuItem
              key={id}
              staysOpen
              isChecked={granted.data?.includes(id) ?? false}
              onSelect={() => void change.run(id)}
            >
              <span className="mono" dir="ltr">
                {id}
              </span>
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem isDanger onSelect={onRemove}>
            {t.teams.remove}
          </MenuItem>
        </Menu>
      }
    >
      <span className={css['device']}>
        <Avatar name={team.displayName} imageUrl={team.profileImageUrl} kind="team" size="medium" />
        <span className={css['facts']}>
          <span className={css['line']}>
            <RoomLink room="teams" path={`/${team.id}/members`} className={css['team']}>
              <CutText className="strong">{team.displayName}</CutText>
            </RoomLink>
            {user.selectedTeam?.id === team.id && <Badge>{t.teams.selected}</Badge>}
          </span>
          <span className="row-note">
            {granted.data && granted.data.length > 0 ? (
              <span className="mono" dir="ltr">
                {granted.data.join(', ')}
              </span>
            ) : granted.data ? (
              t.teams.noPermission
            ) : (
              <PartLoading query={granted} />
            )}
          </span>
        </span>
      </span>
      {change.failure !== null && <FieldError>{failureText(change.failure)}</FieldError>}
    </ListRow>
  )
}
