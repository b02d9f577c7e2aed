import { useState, type ReactNode } from 'react'
import type { TeamMember, TeamMemberEvent, TeamMembers } from './useTeamMembers.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Avatar } from '../../user/UserAvatar.tsx'
import { Badge } from '../page/Badge.tsx'
import { ConfirmInPlace } from '../page/ConfirmInPlace.tsx'
import { byKind, describePermission, hasPermission } from './describe-permission.ts'
import { ListItem, type ItemAction } from '../page/ListItem.tsx'
import { LoadFailure } from '../page/LoadFailure.tsx'
import { LongList } from '../page/LongList.tsx'
import { RolesForm } from './RolesForm.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { ItemBone } from '../page/SettingsSkeleton.tsx'
import { useFocusAfterRemoval } from '../page/useFocusAfterRemoval.ts'

/** The open item of the list: a member whose roles change or who is being removed, or none. */
type Open = { readonly id: string; readonly act: 'roles' | 'remove' } | null

export interface TeamMembersRowProps {
  readonly members: TeamMembers
  /** What the signed-in user may do. */
  readonly permissions: ReadonlySet<string>
  /** The latest change. */
  readonly event: TeamMemberEvent | undefined
  /** Called before another change starts. */
  readonly onOpen: () => void
}

/** The members of a team with their roles. */
export function TeamMembersRow({ members: all, permissions, event, onOpen }: TeamMembersRowProps): ReactNode {
  const t = useTranslate()
  const [open, setOpen] = useState<Open>(null)
  const { members, failure, reload, remove, setRoles } = all
  const done = event && (event === 'removed' ? t('Member removed.') : t('Roles changed.'))
  const list = useFocusAfterRemoval<HTMLDivElement>(done)
  // The change that an open item waited for has happened.
  const shown = event === undefined ? open : null
  return (
    <SettingsRow
      label={t('Members')}
      value={members && (members.length === 1 ? t('Only you') : t('{n} people', { n: members.length }))}
      done={done}
      list={
        <div ref={list} className="portico-row-list" tabIndex={-1}>
          {failure !== null ? (
            <LoadFailure failure={failure} onRetry={reload} />
          ) : members ? (
            <LongList label={t('Members')} searchLabel={t('Search members')} items={members} textOf={nameOf}>
              {(member) => (
                <MemberItem
                  key={member.user.id}
                  all={all}
                  member={member}
                  permissions={permissions}
                  act={shown?.id === member.user.id ? shown.act : null}
                  onOpen={(act) => {
                    onOpen()
                    remove.reset()
                    setRoles.reset()
                    setOpen(act && { id: member.user.id, act })
                  }}
                />
              )}
            </LongList>
          ) : (
            <ItemBone />
          )}
        </div>
      }
    />
  )
}

function nameOf({ user }: TeamMember): string {
  return user.teamProfile.displayName ?? ''
}

interface MemberItemProps {
  readonly all: TeamMembers
  readonly member: TeamMember
  readonly permissions: ReadonlySet<string>
  readonly act: 'roles' | 'remove' | null
  readonly onOpen: (act: 'roles' | 'remove' | null) => void
}

function MemberItem({ all: { remove, setRoles }, member, permissions, act, onOpen }: MemberItemProps): ReactNode {
  const t = useTranslate()
  const { user: self } = useSettings()
  const isSelf = member.user.id === self.id
  const name = nameOf(member) || t('No name')
  const close = (): void => onOpen(null)
  const actions: ItemAction[] = [
    // The own roles are changed by others, so that the last manager does not lock the team by mistake.
    ...(member.roles && !isSelf ? [{ text: t('Change roles'), onChoose: () => onOpen('roles') }] : []),
    ...(hasPermission(permissions, '$remove_members') && !isSelf
      ? [{ text: t('Remove…'), onChoose: () => onOpen('remove') }]
      : []),
  ]
  return (
    <ListItem
      mark={<Avatar user={member.user.teamProfile} size={32} />}
      name={name}
      facts={<MemberFacts member={member} isSelf={isSelf} />}
      actions={actions}
      isOpen={act !== null}
      onClose={close}
    >
      {act === 'roles' && member.roles && (
        <RolesForm roles={member.roles} grantable={permissions} member={member} setRoles={setRoles} onCancel={close} />
      )}
      {act === 'remove' && (
        <ConfirmInPlace
          question={t('Remove {name} from the team?', { name })}
          consequence={t('They need a new invitation to return.')}
          confirmText={t('Remove member')}
          pendingText={t('Removing…')}
          action={{ ...remove, submit: () => remove.submit(member) }}
          onCancel={close}
        />
      )}
    </ListItem>
  )
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
