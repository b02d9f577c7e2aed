import type { JobSuspensionOptions, UserSelection } from '@portico/client/admin'
import type { ReactNode } from 'react'

import { titleOfUser } from '../../data/user-title.ts'
import { useKeysOfUser, users, type ListedUser } from '../../data/users.ts'
import { startOfLocalDay } from '../../kit/local-day.ts'
import { useTexts } from '../../language/useTexts.ts'
import { fill } from '@portico/ui/language/fill'
import { useFormat } from '../../language/format.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import { suspension } from './forms.tsx'
import { nameToType } from './names.ts'

interface OnOne {
  readonly type: 'refuse' | 'suspend' | 'endSessions' | 'delete'
  readonly user: ListedUser
}

interface OnMany {
  readonly type: 'approve' | 'refuse' | 'suspend' | 'endSessions' | 'delete'
  readonly selection: UserSelection
  readonly count: number
  /** The number as text: "10,000+". */
  readonly shown: string
  /** Search and filters in words, if the selection is all users that fit them. */
  readonly filters: readonly string[]
}

/** An act to confirm: on one user, or on the selected ones. */
export type ActOnUsers = OnOne | OnMany

export interface UserDialogsProps {
  readonly act: ActOnUsers
  readonly onClose: () => void
  /** After the deletion of a user. Default: `onClose`. */
  readonly onDeleted?: () => void
  /** After a decision about users who wait. Default: `onDeleted`. */
  readonly onDecided?: () => void
  /** After the start of an act on many users. */
  readonly onJob?: (jobId: string) => void
}

/** The dialog that confirms an act. */
export function UserDialogs({
  act,
  onClose,
  onDeleted = onClose,
  onDecided = onDeleted,
  onJob = onClose,
}: UserDialogsProps): ReactNode {
  if (act.type === 'approve' || act.type === 'refuse') {
    return <Decide act={act} onClose={onClose} onDone={onDecided} />
  }
  if (act.type === 'suspend') return <Suspend act={act} onClose={onClose} onJob={onJob} />
  if (!('user' in act)) return <ActOnMany act={act} onClose={onClose} onJob={onJob} />
  if (act.type === 'endSessions') return <EndSessions user={act.user} onClose={onClose} />
  return <DeleteUser user={act.user} onClose={onClose} onDeleted={onDeleted} />
}

interface DialogProps {
  readonly user: ListedUser
  readonly onClose: () => void
}

function EndSessions({ user, onClose }: DialogProps): ReactNode {
  const t = useTexts(usersTexts)
  const endSessions = users.useChange('endSessions')
  return (
    <ConfirmAction
      title={t.signIn.endAllTitle}
      consequence={t.signIn.endAllLead}
      pending="ending"
      run={() => endSessions(user)}
      done={t.acts.sessionsEnded(titleOfUser(user, t))}
      onClose={onClose}
    />
  )
}

function DeleteUser({ user, onClose, onDeleted }: DialogProps & { readonly onDeleted: () => void }): ReactNode {
  const t = useTexts(usersTexts)
  const remove = users.useChange('remove')
  return (
    <ConfirmAction
      title={t.acts.deleteUser}
      consequence={<DeletionConsequence user={user} />}
      nameToType={nameToType(user, t)}
      pending="deleting"
      run={() => remove(user)}
      done={t.acts.deleted(titleOfUser(user, t))}
      onDone={onDeleted}
      onClose={onClose}
    />
  )
}

function Decide({
  act,
  onClose,
  onDone,
}: { readonly act: ActOnUsers } & Record<'onClose' | 'onDone', () => void>): ReactNode {
  const t = useTexts(usersTexts)
  const decide = users.useChange('decide')
  const { type } = act
  const [count, shown] = 'user' in act ? [1, '1'] : [act.count, act.shown]
  const texts = type === 'approve' ? t.approveDialog : t.refuseDialog
  return (
    <ConfirmAction
      title={texts.title(count, shown)}
      consequence={
        <>
          <Scope act={act} /> {texts.lead}
        </>
      }
      isDanger={type === 'refuse'}
      pending={type === 'approve' ? 'saving' : 'deleting'}
      run={() =>
        decide('user' in act ? { userIds: [act.user.id] } : act.selection, type === 'approve' ? type : 'refuse')
      }
      done={texts.done(count, shown)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

interface ManyProps<Act extends ActOnUsers> {
  readonly act: Act
  readonly onClose: () => void
  readonly onJob: (jobId: string) => void
}

function ActOnMany({ act, onClose, onJob }: ManyProps<OnMany>): ReactNode {
  const t = useTexts(usersTexts)
  const start = users.useChange('startBulk')
  const { type, count, shown } = act
  const isDeletion = type === 'delete'
  return (
    <ConfirmAction
      title={isDeletion ? t.deleteDialog.many(count, shown) : t.endDialog.title(count, shown)}
      consequence={
        <>
          <Scope act={act} /> {isDeletion ? t.deleteDialog.leadMany : t.endDialog.lead}
        </>
      }
      {...(isDeletion && { nameToType: t.deleteDialog.word })}
      pending="starting"
      run={() => start(act.selection, { type: isDeletion ? 'delete' : 'endSessions' })}
      onDone={({ id }) => onJob(id)}
      onClose={onClose}
    />
  )
}

/** Whom an act on all users of a list affects. */
function Scope({ act }: { readonly act: ActOnUsers }): ReactNode {
  const { selected: t } = useTexts(usersTexts)
  if ('user' in act || !('filter' in act.selection)) return null
  if (act.filters.length === 0) return t.all
  return fill(t.filtered, { filters: <bdi className="strong">{act.filters.join(', ')}</bdi> })
}

/** What the deletion ends and removes, with numbers as soon as they are read. */
function DeletionConsequence({ user }: { readonly user: ListedUser }): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const sessions = users.useRead('sessions', [user]).data
  const keys = useKeysOfUser(user).data
  const teams = users.useRead('teams', [user]).data
  if (!sessions || !keys || !teams) return t.deleteDialog.lead
  const keysCount = keys.filter((key) => key.isValid()).length
  const { deletes, ends, revokes, removes, exactLead } = t.deleteDialog
  const parts = [
    deletes,
    ...(sessions.length > 0 ? [ends(sessions.length)] : []),
    ...(keysCount > 0 ? [revokes(keysCount)] : []),
    ...(teams.length > 0 ? [removes(teams.length)] : []),
  ]
  return exactLead(format.list(parts))
}

function Suspend({ act, onClose, onJob }: ManyProps<ActOnUsers>): ReactNode {
  const t = useTexts(usersTexts)
  const suspend = users.useChange('suspend')
  const start = users.useChange('startBulk')
  const run = async (options: JobSuspensionOptions): Promise<string | null> => {
    if (!('user' in act)) return (await start(act.selection, { type: 'suspend', options })).id
    await suspend(act.user, options)
    return null
  }
  return (
    <FormDialog
      title={
        'user' in act
          ? fill(t.suspendDialog.title, { name: <bdi>{titleOfUser(act.user, t)}</bdi> })
          : t.suspendDialog.many(act.count, act.shown)
      }
      lead={
        <>
          <Scope act={act} /> {t.suspendDialog.lead}
        </>
      }
      submit={t.acts.suspend}
      pending="suspending"
      isDanger
      fields={suspension(t)}
      onSubmit={({ reason, details, until }) => {
        const end = startOfLocalDay(until)
        return run({
          ...(reason.trim() !== '' && { reason: reason.trim() }),
          ...(details.trim() !== '' && { privateDetails: details.trim() }),
          ...(end && { until: end }),
        })
      }}
      onDone={(jobId) => (jobId === null ? onClose() : onJob(jobId))}
      onClose={onClose}
    />
  )
}
