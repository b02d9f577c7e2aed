import type { AdminProjectWithHooks } from '@portico/react/internal'
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'

import { settingsRight, useEditConfig } from '../../data/project-config.ts'
import { owners, useOwners, type OwnerInvitation, type ProjectOwner } from '../../data/owners.ts'
import { useSignedInOwner } from '../../data/projects.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { May, useMay } from '../../kit/May.tsx'
import { Pictured } from '../../kit/Pictured.tsx'
import { ListRow, Rows, SwitchRow } from '../../kit/Rows.tsx'
import { Bone, Section } from '../../kit/States.tsx'
import { CutText, MiddleCut } from '../../kit/Text.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { Editable } from '../../page/form/Editable.tsx'
import { Loaded } from '../../page/Loaded.tsx'
import { useAct } from '../../page/useAct.tsx'
import { settingsTexts } from '../../texts/en/settings.ts'
import { recordsTexts } from '../../texts/en/records.ts'
import type { SettingsSearch } from './address.ts'
import { OwnerDialogs } from './OwnerDialogs.tsx'
import css from './settings.module.css'

interface OwnersProps {
  readonly project: AdminProjectWithHooks
  /** The dialog that is open. */
  readonly search: SettingsSearch
  readonly onOpen: (search: SettingsSearch) => void
}

/** The staff of the project, and the open invitations. */
export function Owners({ project, search, onOpen }: OwnersProps): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const all = useOwners()
  const invitations = owners.useRead('invitations', [project])
  const close = (): void => onOpen({})
  const invite = (): void => onOpen({ dialog: 'invite' })
  const may = useMay()
  const isOnlyOwner = all.data?.filter(({ role }) => role === 'owner').length === 1
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
        <May right={owners.rights.invite}>
          <Button aria-haspopup="dialog" onClick={invite}>
            {t.invite}
          </Button>
        </May>
      }
    >
      <p className={css['lead']}>{isOnlyOwner && may(owners.rights.invite) ? t.noteAlone : t.note}</p>
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
      <Editable right={settingsRight} hasNote={false}>
        <SupportRow project={project} />
      </Editable>
      {all.data && <OwnerDialogs project={project} search={search} all={all.data} onInvite={invite} onClose={close} />}
    </Section>
  )
}

/** What the role of support may do depends on the project. */
function SupportRow({ project }: Pick<OwnersProps, 'project'>): ReactNode {
  const { owners: t } = useTexts(settingsTexts)
  const editConfig = useEditConfig()
  return (
    <div className={css['support']}>
      <Rows kind="settings">
        <SwitchRow
          anchor="supportCanImpersonate"
          label={t.supportCanImpersonate.label}
          note={t.supportCanImpersonate.note}
          value={project.config.supportCanImpersonate}
          onSave={(supportCanImpersonate) => editConfig(() => ({ supportCanImpersonate }))}
        />
      </Rows>
    </div>
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
  const { staff } = useTexts(recordsTexts)
  const format = useFormat()
  const isOwn = useSignedInOwner().id === owner.userId
  const name = owner.displayName?.trim() || null
  return (
    <ListRow
      action={
        <>
          <May right={owners.rights.changeRole}>
            <LinkButton
              aria-haspopup="dialog"
              aria-label={t.changeRoleOf(name ?? owner.primaryEmail ?? t.noName)}
              onClick={() => onOpen({ role: owner.userId })}
            >
              {t.changeRole}
            </LinkButton>
          </May>
          {isOwn ? (
            <LinkButton aria-haspopup="dialog" aria-label={t.leave} onClick={() => onOpen({ dialog: 'leave' })}>
              {t.leaveShort}
            </LinkButton>
          ) : (
            <May right={owners.rights.remove}>
              <LinkButton
                variant="danger"
                aria-haspopup="dialog"
                aria-label={t.removeOf(name ?? owner.primaryEmail ?? t.noName)}
                onClick={() => onOpen({ remove: owner.userId })}
              >
                {t.removeShort}
              </LinkButton>
            </May>
          )}
        </>
      }
    >
      <Pictured picture={<Avatar name={name ?? owner.primaryEmail} size="medium" isOwn={isOwn} />}>
        <span className="row">
          {name === null ? <span className="strong">{t.noName}</span> : <CutText className="strong">{name}</CutText>}
          {isOwn && <Badge>{t.you}</Badge>}
          <Badge>{staff.roles[owner.role]}</Badge>
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
  const { staff } = useTexts(recordsTexts)
  const format = useFormat()
  const revokeInvitation = owners.useChange('revoke')
  const revoke = useAct(() => revokeInvitation(invitation))
  return (
    <ListRow
      action={
        <May right={owners.rights.revoke}>
          <LinkButton
            variant="danger"
            disabled={revoke.isPending}
            aria-label={t.revokeOf(invitation.recipientEmail)}
            onClick={revoke.run}
          >
            {t.revoke}
          </LinkButton>
        </May>
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
          <Badge>{staff.roles[invitation.role]}</Badge>
          {invitation.isTransfer && <Badge tone="warn">{t.transfer}</Badge>}
        </span>
        <span className={css['about']}>{t.invited(format.date(invitation.expiresAt))}</span>
        {revoke.failure}
      </Pictured>
    </ListRow>
  )
}
