import type { StaffRole } from '@portico/client/admin'
import { fill } from '@portico/ui/language/fill'
import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useState, type ReactNode } from 'react'

import { owners, type ProjectOwner } from '../../data/owners.ts'
import { useLoseProject } from '../../data/project-settings.ts'
import { useSignedInOwner } from '../../data/projects.ts'
import { useInvitedSignUp } from '../../data/session.ts'
import { useReadRightsAgain } from '../../data/staff-rights.ts'
import { announce } from '../../kit/announce.ts'
import { Button } from '../../kit/Button.tsx'
import { May } from '../../kit/May.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { Message } from '../../page/Message.tsx'
import { roleOptions } from '../../records/role-sentence.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { settingsTexts } from '../../texts/en/settings.ts'
import { recordsTexts } from '../../texts/en/records.ts'
import type { SettingsSearch } from './address.ts'
import { invitationFields, roleFields } from './forms.ts'

interface DialogProps {
  readonly project: AdminProjectWithHooks
  readonly onClose: () => void
}

export interface OwnerDialogsProps extends DialogProps {
  readonly search: SettingsSearch
  readonly all: readonly ProjectOwner[]
  readonly onInvite: () => void
}

/** The dialog about the staff that the address names. */
export function OwnerDialogs({
  search: { dialog, remove, role },
  all,
  onInvite,
  ...props
}: OwnerDialogsProps): ReactNode {
  const { id: ownId } = useSignedInOwner()
  const own = all.find(({ userId }) => userId === ownId)
  const removed = all.find(({ userId }) => userId === remove)
  const changed = all.find(({ userId }) => userId === role)
  if (dialog === 'invite') {
    return (
      <May right={owners.rights.invite}>
        <InviteOwner {...props} />
      </May>
    )
  }
  if (dialog === 'leave') {
    const isLastOwner = own?.role === 'owner' && all.filter((one) => one.role === 'owner').length === 1
    return isLastOwner ? <OnlyOwner onInvite={onInvite} onClose={props.onClose} /> : <LeaveProject {...props} />
  }
  if (dialog !== undefined) return null
  return (
    <May right={owners.rights.changeRole}>
      {removed && <RemoveOwner {...props} owner={removed} />}
      {changed && <ChangeRole {...props} owner={changed} isOwn={changed === own} />}
    </May>
  )
}

function InviteOwner({ project, onClose }: DialogProps): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const { staff } = useTexts(recordsTexts)
  const format = useFormat()
  const invite = owners.useChange('invite')
  const roles = roleOptions(project.id, staff, format)
  return (
    <FormDialog
      title={t.invite}
      lead={t.inviteLead}
      pending="sending"
      isWide
      fields={invitationFields(t, roles, useInvitedSignUp().data === 'closed')}
      isHidden={({ role }) => (role === 'owner' ? [] : ['transfer'])}
      onSubmit={({ email, role, transfer }) =>
        invite(project, { email: email.trim(), role, ...(role === 'owner' && { transfer }) })
      }
      onDone={({ recipientEmail }) => {
        announce(t.sent(recipientEmail))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** Chooses another role of a member. An owner who gets fewer rights is asked about first. */
function ChangeRole({
  project,
  owner,
  isOwn,
  onClose,
}: DialogProps & { readonly owner: ProjectOwner; readonly isOwn: boolean }): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const { staff } = useTexts(recordsTexts)
  const format = useFormat()
  const changeRole = owners.useChange('changeRole')
  const readRightsAgain = useReadRightsAgain()
  const [asked, setAsked] = useState<StaffRole | null>(null)
  const name = useNameOf(owner)
  const change = async (role: StaffRole): Promise<void> => {
    await changeRole(project, owner, role)
    if (isOwn) await readRightsAgain()
    announce(t.roleChanged(name, staff.roles[role]))
  }
  if (asked) {
    return (
      <ConfirmAction
        title={t.demote}
        consequence={fill(isOwn ? t.demoteOwnText : t.demoteText, {
          name: <bdi className="strong">{name}</bdi>,
          role: staff.roles[asked],
        })}
        pending="saving"
        isDanger
        run={() => change(asked)}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={t.changeRole}
      lead={fill(t.changeRoleLead, { name: <bdi className="strong">{name}</bdi> })}
      pending="saving"
      isWide
      isEdit
      fields={roleFields(t, roleOptions(project.id, staff, format), owner.role)}
      onSubmit={async ({ role }) => {
        if (owner.role !== 'owner' || role === 'owner') return change(role)
        setAsked(role)
        return false
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

function useNameOf({ displayName, primaryEmail }: ProjectOwner): string {
  const { owners: t } = useTexts(settingsTexts)
  return displayName?.trim() || primaryEmail || t.noName
}

function RemoveOwner({ project, owner, onClose }: DialogProps & { readonly owner: ProjectOwner }): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const remove = owners.useChange('remove')
  return (
    <ConfirmAction
      title={t.remove}
      consequence={fill(t.removeText, { name: <bdi className="strong">{useNameOf(owner)}</bdi> })}
      pending="removing"
      run={() => remove(project, owner)}
      onClose={onClose}
    />
  )
}

function LeaveProject({ project, onClose }: DialogProps): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const lose = useLoseProject()
  return (
    <ConfirmAction
      title={t.leave}
      consequence={t.leaveText}
      pending="leaving"
      run={() => lose(() => project.leave())}
      // The page of the project is left.
      onDone={() => undefined}
      onClose={onClose}
    />
  )
}

/** Why the last owner cannot leave, with the next step. */
function OnlyOwner({ onInvite, onClose }: { readonly onInvite: () => void; readonly onClose: () => void }): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const { cancel } = useTexts(kitTexts)
  return (
    <Message
      title={t.onlyOwnerTitle}
      lead={t.onlyOwner}
      closeLabel={cancel}
      actions={
        <Button variant="primary" onClick={onInvite}>
          {t.invite}
        </Button>
      }
      onClose={onClose}
    />
  )
}
