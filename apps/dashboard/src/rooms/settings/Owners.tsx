import { Mail } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useOwners, type ProjectOwner } from '../../data/owners.ts'
import {
  useChangeOwners,
  useLeaveProject,
  useOwnerInvitations,
  type OwnerInvitation,
} from '../../data/project-settings.ts'
import { useSignedInOwner } from '../../data/projects.ts'
import { useInvitedSignUp } from '../../data/session.ts'
import { announce } from '../../kit/announce.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import { describeEmailProblem, findEmailProblem } from '../../kit/email.ts'
import { useFailureText } from '../../kit/failure.ts'
import { Checkbox, Field, FieldError, Input, Option } from '../../kit/Field.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { Bone, Failed, Section } from '../../kit/States.tsx'
import { CutText, MiddleCut } from '../../kit/Text.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { settingsTexts } from '../../texts/en/settings.ts'
import type { SettingsSearch } from './address.ts'
import css from './settings.module.css'

interface OwnersProps {
  readonly dialog: SettingsSearch['dialog']
  /** The owner whom the open dialog removes. */
  readonly removed: string | undefined
  readonly onOpen: (search: SettingsSearch) => void
}

/** The owners of the project, and the open invitations. */
export function Owners({ dialog, removed, onOpen }: OwnersProps): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const owners = useOwners()
  const invitations = useOwnerInvitations()
  const close = (): void => onOpen({})
  const isAlone = owners.data?.length === 1
  const ownerToRemove = owners.data?.find(({ userId }) => userId === removed)
  return (
    <Section
      anchor="owners"
      title={t.title}
      action={
        <Button aria-haspopup="dialog" onClick={() => onOpen({ dialog: 'invite' })}>
          {t.invite}
        </Button>
      }
    >
      <p className={css['lead']}>{isAlone ? t.noteAlone : t.note}</p>
      {owners.isError && !owners.data ? (
        <Failed
          title={t.loadFailed}
          error={owners.error}
          isRetrying={owners.isFetching}
          onRetry={() => void owners.refetch()}
        />
      ) : (
        <Rows kind="list">
          {!owners.data && (
            <ListRow>
              <div className={css['loading']}>
                <Bone width="40%" />
              </div>
            </ListRow>
          )}
          {owners.data?.map((owner) => (
            <OwnerRow key={owner.userId} owner={owner} onOpen={onOpen} />
          ))}
          {invitations.data?.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </Rows>
      )}
      {invitations.isError && !invitations.data && (
        <Failed
          title={t.invitationsFailed}
          error={invitations.error}
          isRetrying={invitations.isFetching}
          onRetry={() => void invitations.refetch()}
        />
      )}
      {dialog === 'invite' && <InviteOwner onClose={close} />}
      {dialog === 'leave' &&
        owners.data &&
        (isAlone ? (
          <OnlyOwner onInvite={() => onOpen({ dialog: 'invite' })} onClose={close} />
        ) : (
          <LeaveProject onClose={close} />
        ))}
      {ownerToRemove && <RemoveOwner owner={ownerToRemove} onClose={close} />}
    </Section>
  )
}

function OwnerRow({
  owner,
  onOpen,
}: {
  readonly owner: ProjectOwner
  readonly onOpen: OwnersProps['onOpen']
}): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const format = useFormat()
  const isOwn = useSignedInOwner().id === owner.userId
  const name = owner.displayName?.trim() || null
  return (
    <ListRow
      action={
        isOwn ? (
          <LinkButton aria-haspopup="dialog" aria-label={t.leave} onClick={() => onOpen({ dialog: 'leave' })}>
            {t.leaveShort}
          </LinkButton>
        ) : (
          <LinkButton
            variant="danger"
            aria-haspopup="dialog"
            aria-label={t.removeOf(name ?? owner.primaryEmail ?? t.noName)}
            onClick={() => onOpen({ remove: owner.userId })}
          >
            {t.removeShort}
          </LinkButton>
        )
      }
    >
      <div className={css['person']}>
        <Avatar name={name ?? owner.primaryEmail} size="medium" isOwn={isOwn} />
        <div>
          <span className={css['name']}>
            {name === null ? <span className="strong">{t.noName}</span> : <CutText className="strong">{name}</CutText>}
            {isOwn && <Badge>{t.you}</Badge>}
          </span>
          <span className={css['about']}>
            {owner.primaryEmail !== null && <MiddleCut>{owner.primaryEmail}</MiddleCut>}
            {owner.ownerSince && <span>{t.since(format.date(owner.ownerSince))}</span>}
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
        <span className={css['letter']}>
          <Mail />
        </span>
        <div>
          <span className={css['name']}>
            <MiddleCut className="strong">{invitation.recipientEmail}</MiddleCut>
            {invitation.isTransfer && <Badge tone="warn">{t.transfer}</Badge>}
          </span>
          <span className={css['about']}>{t.invited(format.date(invitation.expiresAt))}</span>
          {revoke.failure !== null && <FieldError>{failureText(revoke.failure)}</FieldError>}
        </div>
      </div>
    </ListRow>
  )
}

function InviteOwner({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const { cancel, problems } = useTexts(kitTexts)
  const changeOwners = useChangeOwners()
  const signUp = useInvitedSignUp().data
  const [email, setEmail] = useState('')
  const [isTransfer, setTransfer] = useState(false)
  const [hasTried, setTried] = useState(false)
  const problem = findEmailProblem(email, { isAnyHostAllowed: true })
  const invite = useAction(async () => {
    await changeOwners((project) => project.inviteOwner({ email: email.trim(), transfer: isTransfer }))
    announce(t.sent(email.trim()))
    onClose()
  })
  const submit = (): void => {
    setTried(true)
    if (problem === null) void invite.run()
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
      <Field
        label={t.email}
        help={signUp === 'closed' ? t.emailHelpClosed : t.emailHelp}
        error={hasTried && problem ? describeEmailProblem(problem, t.email, problems) : null}
      >
        <Input
          data-autofocus=""
          type="email"
          dir="ltr"
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
  const leaveProject = useLeaveProject()
  const leave = useAction(leaveProject)
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

/** Why the last owner cannot leave, with the next step. */
function OnlyOwner({ onInvite, onClose }: { readonly onInvite: () => void; readonly onClose: () => void }): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const { cancel } = useTexts(kitTexts)
  return (
    <Dialog
      title={t.onlyOwnerTitle}
      lead={t.onlyOwner}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button variant="primary" onClick={onInvite}>
            {t.invite}
          </Button>
        </>
      }
    />
  )
}
