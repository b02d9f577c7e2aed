import { fill } from '@portico/ui/language/fill'
import type { ReactNode } from 'react'

import { usePermissionDefinitions } from '../../data/permissions.ts'
import { teams, type ListedTeam, type TeamMember } from '../../data/teams.ts'
import { titleOfUser } from '../../data/user-title.ts'
import { Rows } from '../../kit/Rows.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { FormDialog, type FormDialogProps } from '../../page/form/FormDialog.tsx'
import { together, unloaded, type Loading } from '../../page/Loaded.tsx'
import { ImageRow } from '../../records/ImageRow.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { recordsTexts } from '../../texts/en/records.ts'
import { teamsTexts } from '../../texts/en/teams.ts'
import { nameField, newMember, permissionsOfMember } from './forms.tsx'
import { applyEdit } from './permission-edit.ts'

interface MemberDialogProps {
  readonly team: ListedTeam
  readonly member: TeamMember
  readonly onClose: () => void
}

/** Adds a user to the team without an invitation. */
export function AddMember({ team, onClose }: Omit<MemberDialogProps, 'member'>): ReactNode {
  const t = useTexts(teamsTexts)
  const add = teams.useChange('addMember')
  return (
    <FormDialog
      title={t.member.addTitle}
      lead={t.member.addLead}
      submit={t.member.add}
      pending="adding"
      fields={newMember(t)}
      onSubmit={async ({ user }) => user && add(team, user.id)}
      onClose={onClose}
    />
  )
}

export function ChangeMemberPermissions({ team, member, onClose }: MemberDialogProps): ReactNode {
  const { member: t } = useTexts(teamsTexts)
  const name = useNameOf(member)
  const query = together([usePermissionDefinitions('team'), teams.useRead('permissions', [team])])
  const setPermissions = teams.useChange('setPermissions')
  const [definitions = [], granted] = query.data ?? []
  const before = granted?.get(member.id) ?? []
  return (
    <FormDialog
      title={t.permissions}
      lead={fill(t.permissionsLead, { name })}
      {...useEdit(query)}
      fields={permissionsOfMember(t, before, definitions)}
      onSubmit={({ permissions }) => setPermissions(team, member, { before, after: applyEdit(before, permissions) })}
      onClose={onClose}
    />
  )
}

export function ChangeMemberProfile({ team, member, onClose }: MemberDialogProps): ReactNode {
  const { member: t } = useTexts(teamsTexts)
  const name = useNameOf(member)
  const query = teams.useRead('profile', [team, member])
  const profile = query.data
  const change = teams.useChange('changeProfile')
  return (
    <FormDialog
      title={t.profile}
      lead={fill(t.profileLead, { name })}
      {...useEdit(query)}
      fields={{ displayName: nameField(t.name, profile?.displayName ?? '') }}
      onSubmit={async ({ displayName }) => profile && change(team, profile, { displayName: displayName.trim() })}
      onClose={onClose}
    >
      {profile && (
        <div className="after-action">
          <Rows>
            <ImageRow
              right={teams.rights.changeProfile}
              imageUrl={profile.profileImageUrl}
              onSave={(profileImageUrl) => change(team, profile, { profileImageUrl })}
            />
          </Rows>
        </div>
      )}
    </FormDialog>
  )
}

export function RemoveMember({ team, member, onClose }: MemberDialogProps): ReactNode {
  const { member: t } = useTexts(teamsTexts)
  const remove = teams.useChange('removeMember')
  return (
    <ConfirmAction
      title={t.remove}
      consequence={fill(t.removeText, { name: useNameOf(member) })}
      pending="removing"
      run={() => remove(team, member.id)}
      done={t.removed(titleOfUser(member, useTexts(recordsTexts)))}
      onClose={onClose}
    />
  )
}

/** A dialog that changes what it reads first. */
function useEdit(query: Loading): Pick<FormDialogProps<object, unknown>, 'submit' | 'pending' | 'isEdit' | 'instead'> {
  return { submit: useTexts(kitTexts).save, pending: 'saving', isEdit: true, instead: unloaded(query) }
}

function useNameOf(member: TeamMember): ReactNode {
  return <bdi className="strong">{titleOfUser(member, useTexts(recordsTexts))}</bdi>
}
