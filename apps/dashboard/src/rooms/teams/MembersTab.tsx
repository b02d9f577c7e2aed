import { Ellipsis, IdCard, ShieldCheck, UserMinus } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useMemberPermissions, useTeamMembers, type ListedTeam, type TeamMember } from '../../data/teams.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../kit/Menu.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { SearchInput } from '../../kit/SearchInput.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Failed } from '../../kit/States.tsx'
import { CutText, MiddleCut } from '../../kit/Text.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { titleOfUser } from '../../data/user-title.ts'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { kitTexts } from '../../texts/kit.ts'
import { recordsTexts } from '../../texts/records.ts'
import { teamsTexts } from '../../texts/teams.ts'
import { AddMember, ChangeMemberPermissions, ChangeMemberProfile, RemoveMember } from './MemberDialogs.tsx'
import css from './teams.module.css'

type Shown =
  | { readonly dialog: 'add' }
  | { readonly dialog: 'permissions' | 'profile' | 'remove'; readonly member: TeamMember }

/** The members of a team with their direct permissions. */
export function MembersTab({ team }: { readonly team: ListedTeam }): ReactNode {
  const t = useTexts(teamsTexts)
  const { loading } = useTexts(kitTexts)
  const format = useFormat()
  const [query, setQuery] = useState('')
  const [shown, show] = useState<Shown | null>(null)
  const members = useTeamMembers(team.id, query)
  const permissions = useMemberPermissions(team)
  const close = (): void => show(null)
  const pages = members.data?.pages
  const listed = pages?.flatMap((page) => page.members)
  const total = pages?.[0]?.total.count ?? listed?.length ?? 0
  return (
    <>
      <div className="table-tools">
        <SearchInput label={t.member.search} value={query} onChange={setQuery} hasShortcut={false} />
        <span className="push" />
        <Button onClick={() => show({ dialog: 'add' })}>{t.member.add}</Button>
      </div>
      {members.isError && !listed ? (
        <Failed
          title={t.member.loadFailed}
          error={members.error}
          isRetrying={members.isFetching}
          onRetry={() => void members.refetch()}
        />
      ) : listed === undefined ? (
        <RowsSkeleton kind="list" hasPictures />
      ) : listed.length === 0 ? (
        <p className="soft">{query === '' ? t.member.empty : t.member.noMatch}</p>
      ) : (
        <>
          <Rows kind="list">
            {listed.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                permissions={permissions.data?.get(member.id) ?? []}
                onShow={(dialog) => show({ dialog, member })}
              />
            ))}
          </Rows>
          <div className={css['more']}>
            <span role="status">
              {t.member.count(format.number(listed.length), format.number(Math.max(total, listed.length)))}
            </span>
            {members.hasNextPage && (
              <Button
                size="small"
                phase={members.isFetchingNextPage ? 'pending' : 'idle'}
                pendingLabel={loading}
                onClick={() => void members.fetchNextPage()}
              >
                {t.member.more}
              </Button>
            )}
          </div>
        </>
      )}
      {shown?.dialog === 'add' && <AddMember team={team} onClose={close} />}
      {shown?.dialog === 'permissions' && <ChangeMemberPermissions team={team} member={shown.member} onClose={close} />}
      {shown?.dialog === 'profile' && <ChangeMemberProfile team={team} member={shown.member} onClose={close} />}
      {shown?.dialog === 'remove' && <RemoveMember team={team} member={shown.member} onClose={close} />}
    </>
  )
}

function MemberRow({
  member,
  permissions,
  onShow,
}: {
  readonly member: TeamMember
  readonly permissions: readonly string[]
  readonly onShow: (dialog: 'permissions' | 'profile' | 'remove') => void
}): ReactNode {
  const t = useTexts(teamsTexts)
  const records = useTexts(recordsTexts)
  const { rowMenu } = useTexts(kitTexts)
  const name = titleOfUser(member, records)
  const { primaryEmail, displayName, profileImageUrl, isAnonymous, suspension } = member
  return (
    <ListRow
      action={
        <>
          <CutText className={`mono soft wide-only ${css['permissions']}`}>{permissions.join(', ')}</CutText>
          <Menu
            label={rowMenu(name)}
            align="end"
            trigger={({ ref, ...trigger }) => (
              <IconButton size="small" label={rowMenu(name)} {...trigger} ref={ref}>
                <Ellipsis />
              </IconButton>
            )}
          >
            <MenuItem icon={<ShieldCheck />} onSelect={() => onShow('permissions')}>
              {t.member.permissions}
            </MenuItem>
            <MenuItem icon={<IdCard />} onSelect={() => onShow('profile')}>
              {t.member.profile}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<UserMinus />} isDanger onSelect={() => onShow('remove')}>
              {t.member.remove}
            </MenuItem>
          </Menu>
        </>
      }
    >
      <div className={css['member']}>
        <Avatar
          size="medium"
          name={displayName ?? primaryEmail}
          imageUrl={profileImageUrl}
          kind={isAnonymous ? 'anonymous' : 'person'}
        />
        <div>
          <RoomLink room="users" path={`/${member.id}/profile`} className={`cut ${css['name']}`}>
            <CutText>{name}</CutText>
          </RoomLink>
          {suspension ? (
            <span className="small danger-text">{records.suspended}</span>
          ) : (
            primaryEmail !== null &&
            primaryEmail !== name && <MiddleCut className="small soft">{primaryEmail}</MiddleCut>
          )}
          {permissions.length > 0 && (
            <CutText className="mono small soft narrow-only">{permissions.join(', ')}</CutText>
          )}
        </div>
      </div>
    </ListRow>
  )
}
