import { useNavigate } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useOwners, type ProjectOwner } from '../../data/people.ts'
import { useChangeOwners, useOwnerInvitations, type OwnerInvitation } from '../../data/project-settings.ts'
import { useSignedInOwner } from '../../data/projects.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { Checkbox, Field, FieldError, Input, Option } from '../../kit/Field.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { Bone, Failed, Section } from '../../kit/States.tsx'
import { CutText, MiddleCut } from '../../kit/Text.tsx'
import { useAction } from '../../kit/useAction.ts'
import { fill } from '../../language/fill.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { ActFailure } from '../../shell/SignInAgain.tsx'
import { kitTexts } from '../../texts/kit.ts'
import { settingsTexts } from '../../texts/settings.ts'
import css from './settings.module.css'

type OpenDialog = { readonly kind: 'invite' | 'leave' } | { readonly kind: 'remove'; readonly owner: ProjectOwner }

/** The owners of the project, and the open invitations. */
export function Owners(): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const owners = useOwners()
  const invitations = useOwnerInvitations()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = (): void => setDialog(null)
  const isAlone = owners.data?.length === 1
  return (
    <Section
      title={t.title}
      action={
        <Button aria-haspopup="dialog" onClick={() => setDialog({ kind: 'invite' })}>
          {t.invite}
        </Button>
      }
    >
      <p className="soft">{t.note}</p>
      {owners.isError && !owners.data ? (
        <Failed title={t.loadFailed} error={owners.error} onRetry={() => void owners.refetch()} />
      ) : (
        <Rows kind="list">
          {!owners.data && (
            <ListRow>
              <Bone width="40%" />
            </ListRow>
          )}
          {owners.data?.map((owner) => (
            <OwnerRow key={owner.userId} owner={owner} isAlone={isAlone} onOpen={setDialog} />
          ))}
          {invitations.data?.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </Rows>
      )}
      {dialog?.kind === 'invite' && <InviteOwner onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveOwner owner={dialog.owner} onClose={close} />}
      {dialog?.kind === 'leave' && <LeaveProject onClose={close} />}
    </Section>
  )
}

function OwnerRow({
  owner,
  isAlone,
  onOpen,
}: {
  readonly owner: ProjectOwner
  readonly isAlone: boolean
  readonly onOpen: (dialog: OpenDialog) => void
}): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const format = useFormat()
  const isOwn = useSignedInOwner().id === owner.userId
  const name = owner.displayName?.trim() || null
  return (
    <ListRow
      action={
        isOwn ? (
          <LinkButton
            disabled={isAlone}
            title={isAlone ? t.onlyOwner : undefined}
            onClick={() => onOpen({ kind: 'leave' })}
          >
            {t.leaveShort}
          </LinkButton>
        ) : (
          <LinkButton
            variant="danger"
            aria-label={t.removeOf(name ?? owner.primaryEmail ?? t.noName)}
            onClick={() => onOpen({ kind: 'remove', owner })}
          >
            {t.removeShort}
          </LinkButton>
        )
      }
    >
      <div className={css['person']}>
        <Avatar name={name ?? owner.primaryEmail} size="medium" isOwn={isOwn} />
        <div>
          <span className="row">
            {name === null ? <span className="strong">{t.noName}</span> : <CutText className="strong">{name}</CutText>}
            {isOwn && <Badge>{t.you}</Badge>}
          </span>
          <span className="small soft">
            {owner.primaryEmail !== null && <MiddleCut>{owner.primaryEmail}</MiddleCut>}
            {owner.ownerSince && t.since(format.date(owner.ownerSince))}
          </span>
        </div>
      </div>
    </ListRow>
  )
}

function InvitationRow({ invitation }: { readonly invitation: OwnerInvitation }): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const changeOwners = useChangeOwners()
  const revoke = useAction(() => changeOwners(() => invitation.revoke()))
  return (
    <ListRow
      action={
        <LinkButton
          variant="danger"
          disabled={revoke.phase === 'pending'}
          aria-label={t.revokeOf(invitation.recipientEmail)}
          onClick={() => void revoke.run()}
        >
          {t.revoke}
        </LinkButton>
      }
    >
      <div className={css['person']}>
        <Mail className="large" />
        <div>
          <span className="row">
            <MiddleCut className="strong">{invitation.recipientEmail}</MiddleCut>
            {invitation.isTransfer && <Badge tone="warn">{t.transfer}</Badge>}
          </span>
          <span className="small soft">{t.invited(format.date(invitation.expiresAt))}</span>
          {revoke.failure !== null && <FieldError>{failureText(revoke.failure)}</FieldError>}
        </div>
      </div>
    </ListRow>
  )
}

function InviteOwner({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const { cancel } = useTexts(kitTexts)
  const changeOwners = useChangeOwners()
  const [email, setEmail] = useState('')
  const [isTransfer, setTransfer] = useState(false)
  const [hasTried, setTried] = useState(false)
  const isEmpty = email.trim() === ''
  const invite = useAction(async () => {
    await changeOwners((project) => project.inviteOwner({ email: email.trim(), transfer: isTransfer }))
    onClose()
  })
  const submit = (): void => {
    setTried(true)
    if (!isEmpty) void invite.run()
  }
  return (
    <Dialog
      title={t.invite}
      lead={t.inviteLead}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={invite.phase} pendingLabel={t.inviting}>
            {t.invite}
          </Button>
        </>
      }
    >
      <Field label={t.email} help={t.emailHelp} error={hasTried && isEmpty ? t.emailEmpty : null}>
        <Input
          data-autofocus=""
          type="email"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Option control={<Checkbox checked={isTransfer} onChange={setTransfer} />} note={t.transferNote}>
        {t.transferLabel}
      </Option>
      <ActFailure failure={invite.failure} onRepeat={submit} />
    </Dialog>
  )
}

function RemoveOwner({ owner, onClose }: { readonly owner: ProjectOwner; readonly onClose: () => void }): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const changeOwners = useChangeOwners()
  const remove = useAction(async () => {
    await changeOwners((project) => project.removeOwner(owner.userId))
    onClose()
  })
  const name = owner.displayName?.trim() || owner.primaryEmail || t.noName
  return (
    <ConfirmDialog
      title={t.remove}
      consequence={fill(t.removeText, { name: <bdi className="strong">{name}</bdi> })}
      pendingLabel={t.removing}
      phase={remove.phase}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    >
      <ActFailure failure={remove.failure} onRepeat={() => void remove.run()} />
    </ConfirmDialog>
  )
}

function LeaveProject({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const navigate = useNavigate()
  const changeOwners = useChangeOwners()
  const leave = useAction(async () => {
    await changeOwners((project) => project.leave())
    await navigate({ to: '/projects' })
  })
  return (
    <ConfirmDialog
      title={t.leave}
      consequence={t.leaveText}
      pendingLabel={t.leaving}
      phase={leave.phase}
      onConfirm={() => void leave.run()}
      onClose={onClose}
    >
      <ActFailure failure={leave.failure} onRepeat={() => void leave.run()} />
    </ConfirmDialog>
  )
}
