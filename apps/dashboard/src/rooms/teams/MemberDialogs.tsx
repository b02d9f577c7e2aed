import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import { useState, type ReactNode } from 'react'

import type { FoundUser } from '../../data/found-records.ts'
import { usePermissionDefinitions } from '../../data/permissions.ts'
import {
  changePermissions,
  useMemberPermissions,
  useMemberProfile,
  useRefreshTeam,
  type ListedTeam,
  type TeamMember,
} from '../../data/teams.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import { Field, Input } from '../../kit/Field.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { Rows } from '../../kit/Rows.tsx'
import { Bone, Failed } from '../../kit/States.tsx'
import { showToast } from '../../kit/toast.ts'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../../language/define-texts.ts'
import { fill } from '../../language/fill.tsx'
import { ImageRow } from '../../records/ImageRow.tsx'
import { grantedBy } from '../../records/containment.ts'
import { PermissionPicker } from '../../records/PermissionPicker.tsx'
import { titleOfUser } from '../../data/user-title.ts'
import { UserPicker } from '../../records/UserPicker.tsx'
import { kitTexts } from '../../texts/kit.ts'
import { recordsTexts } from '../../texts/records.ts'
import { teamsTexts } from '../../texts/teams.ts'
import { applyEdit, editOf, noEdit, type PermissionEdit } from './permission-edit.ts'

interface MemberDialogProps {
  readonly team: ListedTeam
  readonly member: TeamMember
  readonly onClose: () => void
}

/** Adds a user to the team without an invitation. */
export function AddMember({ team, onClose }: Omit<MemberDialogProps, 'member'>): ReactNode {
  const t = useTexts(teamsTexts)
  const { cancel } = useTexts(kitTexts)
  const failureText = useFailureText()
  const refresh = useRefreshTeam(team.id)
  const [user, setUser] = useState<FoundUser | null>(null)
  const [hasTried, setTried] = useState(false)
  const addition = useAction(async () => {
    if (!user) return
    await team.addUser(user.id)
    await refresh()
    onClose()
  })
  return (
    <Dialog
      title={t.member.addTitle}
      lead={t.member.addLead}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (user) void addition.run()
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={addition.phase} pendingLabel={t.member.adding}>
            {t.member.add}
          </Button>
        </>
      }
    >
      <Field
        label={t.member.user}
        error={
          addition.failure !== null ? failureText(addition.failure) : hasTried && !user ? t.member.userMissing : null
        }
      >
        <UserPicker
          chosen={user}
          onChange={(chosen) => {
            setUser(chosen)
            addition.reset()
          }}
        />
      </Field>
    </Dialog>
  )
}

/** Grants and revokes permissions of a member. */
export function ChangeMemberPermissions({ team, member, onClose }: MemberDialogProps): ReactNode {
  const t = useTexts(teamsTexts)
  const records = useTexts(recordsTexts)
  const { cancel, save, saving } = useTexts(kitTexts)
  const failureText = useFailureText()
  const definitions = usePermissionDefinitions('team')
  const granted = useMemberPermissions(team)
  const refresh = useRefreshTeam(team.id)
  const [edit, setEdit] = useState<PermissionEdit>(noEdit)
  const current = granted.data?.get(member.id) ?? []
  const chosen = applyEdit(current, edit)
  const all = definitions.data ?? []
  const contained = [...new Set(chosen.flatMap((id) => grantedBy(id, all)))].filter((id) => !chosen.includes(id))
  const isChanged = chosen.length !== current.length || chosen.some((id) => !current.includes(id))
  const isLoaded = definitions.data !== undefined && granted.data !== undefined
  const failed = [definitions, granted].find((query) => query.isError && !query.data)
  const change = useAction(async () => {
    try {
      await changePermissions(team, member, current, chosen)
      onClose()
    } finally {
      await refresh()
    }
  })
  return (
    <Dialog
      title={t.member.permissions}
      lead={fill(t.member.permissionsLead, { name: <bdi className="strong">{titleOfUser(member, records)}</bdi> })}
      onClose={onClose}
      onSubmit={() => isChanged && void change.run()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={change.phase} pendingLabel={saving} disabled={!isChanged}>
            {save}
          </Button>
        </>
      }
    >
      {failed ? (
        <Failed error={failed.error} isRetrying={failed.isFetching} onRetry={() => void failed.refetch()} />
      ) : !isLoaded ? (
        <Bone width="60%" />
      ) : (
        <Field
          label={t.member.permissionsField}
          help={
            contained.length === 0
              ? undefined
              : fill(t.member.withContained, { granted: <code dir="ltr">{contained.join(', ')}</code> })
          }
          error={change.failure === null ? null : failureText(change.failure)}
        >
          <PermissionPicker chosen={chosen} options={all} onChange={(next) => setEdit(editOf(current, next))} />
        </Field>
      )}
    </Dialog>
  )
}

/** Changes how a member appears in the team. */
export function ChangeMemberProfile({ team, member, onClose }: MemberDialogProps): ReactNode {
  const t = useTexts(teamsTexts)
  const records = useTexts(recordsTexts)
  const { cancel, save, saving } = useTexts(kitTexts)
  const failureText = useFailureText()
  const profile = useMemberProfile(team, member)
  const refresh = useRefreshTeam(team.id)
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? profile.data?.displayName ?? ''
  const isChanged = typed !== null && typed.trim() !== '' && typed !== profile.data?.displayName
  const change = useAction(async () => {
    await profile.data?.update({ displayName: name.trim() })
    await refresh()
    onClose()
  })
  return (
    <Dialog
      title={t.member.profile}
      lead={fill(t.member.profileLead, { name: <bdi className="strong">{titleOfUser(member, records)}</bdi> })}
      onClose={onClose}
      onSubmit={() => isChanged && void change.run()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={change.phase} pendingLabel={saving} disabled={!isChanged}>
            {save}
          </Button>
        </>
      }
    >
      {profile.isError && !profile.data ? (
        <Failed error={profile.error} isRetrying={profile.isFetching} onRetry={() => void profile.refetch()} />
      ) : !profile.data ? (
        <Bone width="60%" />
      ) : (
        <>
          <Field label={t.member.name} error={change.failure === null ? null : failureText(change.failure)}>
            <Input
              data-autofocus=""
              dir="auto"
              maxLength={LABEL_MAX_CODE_POINTS}
              value={name}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <div className="after-action">
            <Rows>
              <ImageRow
                imageUrl={profile.data.profileImageUrl}
                onSave={async (profileImageUrl) => {
                  await profile.data.update({ profileImageUrl })
                  await refresh()
                }}
              />
            </Rows>
          </div>
        </>
      )}
    </Dialog>
  )
}

/** Removes a member from the team. */
export function RemoveMember({ team, member, onClose }: MemberDialogProps): ReactNode {
  const t = useTexts(teamsTexts)
  const records = useTexts(recordsTexts)
  const failureText = useFailureText()
  const refresh = useRefreshTeam(team.id)
  const name = titleOfUser(member, records)
  const removal = useAction(async () => {
    await team.removeUser(member.id)
    await refresh()
    showToast({ text: t.member.removed(name) })
    onClose()
  })
  return (
    <ConfirmDialog
      title={t.member.remove}
      consequence={fill(t.member.removeText, { name: <bdi className="strong">{name}</bdi> })}
      pendingLabel={t.member.removing}
      phase={removal.phase}
      failure={removal.failure === null ? null : failureText(removal.failure)}
      onConfirm={() => void removal.run()}
      onClose={onClose}
    />
  )
}
