'use client'

import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { Avatar } from '../../user/UserAvatar.tsx'
import { Badge } from '../page/Badge.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { ItemList } from '../page/ItemList.tsx'
import { ListItem, type ListItemProps } from '../page/ListItem.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'
import type { Row } from '../page/useRow.ts'
import { byKind, describePermission, hasPermission } from './describe-permission.ts'
import { RolesForm } from './RolesForm.tsx'
import type { TeamMember, TeamMembers } from './useTeamMembers.ts'

export interface TeamMembersRowProps {
  readonly row: Row
  readonly members: TeamMembers
  /** What the signed-in user may do. */
  readonly permissions: ReadonlySet<string>
}

/** The members of a team with their roles. */
export function TeamMembersRow({ row, members: all, permissions }: TeamMembersRowProps): ReactNode {
  const t = useTranslate()
  const { user: self } = useSettings()
  const { members, remove, setRoles } = all
  const actsOf = (member: TeamMember): ListItemProps['acts'] => {
    const { roles } = member
    const name = nameOf(member) || t('No name')
    // Users cannot change their own roles, so that the last manager does not lock the team by mistake.
    if (member.user.id === self.id) return []
    const change = roles && {
      name: 'roles',
      text: t('Change roles'),
      content: (
        <RolesForm roles={roles} grantable={permissions} member={member} setRoles={setRoles} onCancel={row.close} />
      ),
    }
    const removal = hasPermission(permissions, '$remove_members') && {
      name: 'remove',
      text: t('Remove…'),
      content: (
        <ConfirmForm
          question={t('Remove {name} from the team?', { name })}
          consequence={t('They need a new invitation to return.')}
          confirmText={t('Remove member')}
          pendingText={t('Removing…')}
          action={{ ...remove, submit: () => remove.submit(member) }}
          onCancel={row.close}
        />
      ),
    }
    return [change, removal]
  }
  return (
    <SettingsRow
      row={row}
      label={t('Members')}
      value={members && (members.length === 1 ? t('Only you') : t('{n} people', { n: members.length }))}
      list={
        <ItemList
          row={row}
          label={t('Members')}
          from={all}
          items={members}
          search={{ label: t('Search members'), textOf: nameOf }}
        >
          {(member) => (
            <ListItem
              key={member.user.id}
              row={row}
              id={member.user.id}
              mark={<Avatar user={member.user.teamProfile} size={32} />}
              name={nameOf(member) || t('No name')}
              facts={<MemberFacts member={member} isSelf={member.user.id === self.id} />}
              acts={actsOf(member)}
            />
          )}
        </ItemList>
      }
    />
  )
}

function nameOf({ user }: TeamMember): string {
  return user.teamProfile.displayName ?? ''
}

function MemberFacts({ member, isSelf }: { readonly member: TeamMember; readonly isSelf: boolean }): ReactNode {
  const t = useTranslate()
  const roles = member.roles?.toSorted(byKind) ?? []
  if (!isSelf && roles.length === 0) return null
  return (
    <span className="portico-tags">
      {isSelf && <Badge>{t('You')}</Badge>}
      {roles.map((id) => (
        <Badge key={id}>{describePermission(t, id)}</Badge>
      ))}
    </span>
  )
}
