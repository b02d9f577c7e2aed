import { IdCard, ShieldCheck, UserMinus } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { teams, useTeamMembers, type ListedTeam, type TeamMember } from '../../data/teams.ts'
import { titleOfUser } from '../../data/user-title.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { Avatar } from '../../kit/Avatar.tsx'
import { Button } from '../../kit/Button.tsx'
import { May } from '../../kit/May.tsx'
import { Pictured } from '../../kit/Pictured.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { SearchInput } from '../../kit/SearchInput.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { CutText, MiddleCut } from '../../kit/Text.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { ActMenu } from '../../page/ActMenu.tsx'
import { Loaded } from '../../page/Loaded.tsx'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { recordsTexts } from '../../texts/en/records.ts'
import { teamsTexts } from '../../texts/en/teams.ts'
import { AddMember, ChangeMemberPermissions, ChangeMemberProfile, RemoveMember } from './MemberDialogs.tsx'
import css from './teams.module.css'

type MemberAct = 'permissions' | 'profile' | 'remove'

/** The members of a team with their direct permissions. */
export function MembersTab({ team }: { readonly team: ListedTeam }): ReactNode {
  const { member: t } = useTexts(teamsTexts)
  const { loading } = useTexts(kitTexts)
  const format = useFormat()
  const [search, setSearch] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [shown, show] = useState<{ readonly act: MemberAct; readonly member: TeamMember } | null>(null)
  const members = useTeamMembers(team.id, search)
  const permissions = teams.useRead('permissions', [team]).data
  const { total, readMore } = members
  const close = (): void => show(null)
  return (
    <>
      <div className="table-tools">
        <SearchInput label={t.search} value={search} onChange={setSearch} hasShortcut={false} />
        <span className="push" />
        <May right={teams.rights.addMember}>
          <Button onClick={() => setAdding(true)}>{t.add}</Button>
        </May>
      </div>
      <Loaded query={members} failed={t.loadFailed} skeleton={<RowsSkeleton kind="list" hasPictures />}>
        {(listed) =>
          listed.length === 0 ? (
            <p className="soft">{search === '' ? t.empty : t.noMatch}</p>
          ) : (
            <>
              <Rows kind="list">
                {listed.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    permissions={permissions?.get(member.id) ?? []}
                    onAct={(act) => show({ act, member })}
                  />
                ))}
              </Rows>
              <div className={css['more']}>
                <span role="status">
                  {t.count(format.number(listed.length), format.number(Math.max(total?.count ?? 0, listed.length)))}
                </span>
                {readMore && (
                  <Button
                    size="small"
                    phase={members.isReadingMore ? 'pending' : 'idle'}
                    pendingLabel={loading}
                    onClick={readMore}
                  >
                    {t.more}
                  </Button>
                )}
              </div>
              {readMore && <ActFailure failure={members.moreFailure} onRepeat={readMore} />}
            </>
          )
        }
      </Loaded>
      {isAdding && <AddMember team={team} onClose={() => setAdding(false)} />}
      {shown?.act === 'permissions' && <ChangeMemberPermissions team={team} member={shown.member} onClose={close} />}
      {shown?.act === 'profile' && <ChangeMemberProfile team={team} member={shown.member} onClose={close} />}
      {shown?.act === 'remove' && <RemoveMember team={team} member={shown.member} onClose={close} />}
    </>
  )
}

function MemberRow({
  member,
  permissions,
  onAct,
}: {
  readonly member: TeamMember
  readonly permissions: readonly string[]
  readonly onAct: (act: MemberAct) => void
}): ReactNode {
  const { member: t } = useTexts(teamsTexts)
  const records = useTexts(recordsTexts)
  const { rowMenu } = useTexts(kitTexts)
  const name = titleOfUser(member, records)
  const { primaryEmail, displayName, profileImageUrl, isAnonymous, suspension } = member
  return (
    <ListRow
      action={
        <>
          <CutText className={`mono soft wide-only ${css['permissions']}`}>{permissions.join(', ')}</CutText>
          <May right={teams.rights.setPermissions}>
            <ActMenu
              label={rowMenu(name)}
              isSmall
              acts={[
                { label: t.permissions, icon: <ShieldCheck />, onSelect: () => onAct('permissions') },
                { label: t.profile, icon: <IdCard />, onSelect: () => onAct('profile') },
                { label: t.remove, icon: <UserMinus />, isDanger: true, onSelect: () => onAct('remove') },
              ]}
            />
          </May>
        </>
      }
    >
      <Pictured
        picture={
          <Avatar
            size="medium"
            name={displayName ?? primaryEmail}
            imageUrl={profileImageUrl}
            kind={isAnonymous ? 'anonymous' : 'person'}
          />
        }
      >
        <RoomLink room="users" path={`/${member.id}/profile`} className={`cut ${css['name']}`}>
          <CutText>{name}</CutText>
        </RoomLink>
        {suspension ? (
          <span className="small danger-text">{records.suspended}</span>
        ) : (
          primaryEmail !== null && primaryEmail !== name && <MiddleCut className="small soft">{primaryEmail}</MiddleCut>
        )}
        {permissions.length > 0 && <CutText className="mono small soft narrow-only">{permissions.join(', ')}</CutText>}
      </Pictured>
    </ListRow>
  )
}
