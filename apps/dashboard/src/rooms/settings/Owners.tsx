import type { AdminProjectWithHooks } from '@portico/react/internal'
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'

import { owners, useOwners, type OwnerInvitation, type ProjectOwner } from '../../data/owners.ts'
import { useLoseProject } from '../../data/project-settings.ts'
import { useSignedInOwner } from '../../data/projects.ts'
import { useInvitedSignUp } from '../../data/session.ts'
import { announce } from '../../kit/announce.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { Pictured } from '../../kit/Pictured.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { Bone, Section } from '../../kit/States.tsx'
import { CutText, MiddleCut } from '../../kit/Text.tsx'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { Loaded } from '../../page/Loaded.tsx'
import { Message } from '../../page/Message.tsx'
import { useAct } from '../../page/useAct.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { settingsTexts } from '../../texts/en/settings.ts'
import type { SettingsSearch } from './address.ts'
import { invitationFields } from './forms.ts'
import css from './settings.module.css'

interface OwnersProps {
  readonly project: AdminProjectWithHooks
  /** The dialog that is open, or the owner whom the open dialog removes. */
  readonly search: SettingsSearch
  readonly onOpen: (search: SettingsSearch) => void
}

/** The owners of the project, and the open invitations. */
export function Owners({ project, search: { dialog, remove }, onOpen }: OwnersProps): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const all = useOwners()
  const invitations = owners.useRead('invitations', [project])
  const close = (): void => onOpen({})
  const invite = (): void => onOpen({ dialog: 'invite' })
  const isAlone = all.data?.length === 1
  const ownerToRemove = all.data?.find(({ userId }) => userId === remove)
  const loading = (
    <ListRow>
      <div className={css['loading']}>
        <Bone width="40%" />
      </div>
    </ListRow>
  )
  return (
    <Section
      anchor="owners"
      title={t.title}
      action={
        <Button aria-haspopup="dialog" onClick={invite}>
          {t.invite}
        </Button>
      }
    >
      <p className={css['lead']}>{isAlone ? t.noteAlone : t.note}</p>
      <Loaded query={all} failed={t.loadFailed} skeleton={<Rows kind="list">{loading}</Rows>}>
        {(list) => (
          <Rows kind="list">
            {list.map((owner) => (
              <OwnerRow key={owner.userId} owner={owner} onOpen={onOpen} />
            ))}
            {invitations.data?.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </Rows>
        )}
      </Loaded>
      <Loaded query={invitations} failed={t.invitationsFailed}>
        {() => null}
      </Loaded>
      {dialog === 'invite' && <InviteOwner project={project} onClose={close} />}
      {dialog === 'leave' &&
        all.data &&
        (isAlone ? (
          <OnlyOwner onInvite={invite} onClose={close} />
        ) : (
          <LeaveProject project={project} onClose={close} />
        ))}
      {dialog === undefined && ownerToRemove && <RemoveOwner project={project} owner={ownerToRemove} onClose={close} />}
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
      <Pictured picture={<Avatar name={name ?? owner.primaryEmail} size="medium" isOwn={isOwn} />}>
        <span className="row">
          {name === null ? <span className="strong">{t.noName}</span> : <CutText className="strong">{name}</CutText>}
          {isOwn && <Badge>{t.you}</Badge>}
        </span>
        <span className={css['about']}>
          {owner.primaryEmail !== null && <MiddleCut>{owner.primaryEmail}</MiddleCut>}
          {owner.ownerSince && <span>{t.since(format.date(owner.ownerSince))}</span>}
        </span>
      </Pictured>
    </ListRow>
  )
}

function InvitationRow({ invitation }: { readonly invitation: OwnerInvitation }): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const format = useFormat()
  const revokeInvitation = owners.useChange('revoke')
  const revoke = useAct(() => revokeInvitation(invitation))
  return (
    <ListRow
      action={
        <LinkButton
          variant="danger"
          disabled={revoke.isPending}
          aria-label={t.revokeOf(invitation.recipientEmail)}
          onClick={revoke.run}
        >
          {t.revoke}
        </LinkButton>
      }
    >
      <Pictured
        picture={
          <span className={css['letter']}>
            <Mail />
          </span>
        }
      >
        <span className="row">
          <MiddleCut className="strong">{invitation.recipientEmail}</MiddleCut>
          {invitation.isTransfer && <Badge tone="warn">{t.transfer}</Badge>}
        </span>
        <span className={css['about']}>{t.invited(format.date(invitation.expiresAt))}</span>
        {revoke.failure}
      </Pictured>
    </ListRow>
  )
}

interface DialogProps {
  readonly project: AdminProjectWithHooks
  readonly onClose: () => void
}

function InviteOwner({ project, onClose }: DialogProps): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const invite = owners.useChange('invite')
  return (
    <FormDialog
      title={t.invite}
      lead={t.inviteLead}
      pending="sending"
      fields={invitationFields(t, useInvitedSignUp().data === 'closed')}
      onSubmit={({ email, transfer }) => invite(project, { email: email.trim(), transfer })}
      onDone={({ recipientEmail }) => {
        announce(t.sent(recipientEmail))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

function RemoveOwner({ project, owner, onClose }: DialogProps & { readonly owner: ProjectOwner }): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const remove = owners.useChange('remove')
  const name = owner.displayName?.trim() || owner.primaryEmail || t.noName
  return (
    <ConfirmAction
      title={t.remove}
      consequence={fill(t.removeText, { name: <bdi className="strong">{name}</bdi> })}
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
