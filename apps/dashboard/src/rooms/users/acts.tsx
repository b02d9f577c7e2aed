import { Ban, Check, Clock, Copy, Trash2, UserX, VenetianMask } from 'lucide-react'

import { titleOfUser } from '../../data/user-title.ts'
import { isWaiting, users, type ListedUser } from '../../data/users.ts'
import { useCopy } from '../../kit/CopyButton.tsx'
import { useMay } from '../../kit/May.tsx'
import { showToast } from '../../kit/toast.ts'
import type { Act } from '../../page/acts.ts'
import type { ListContext } from '../../page/useListPage.ts'
import type { UsersTexts } from '../../texts/en/users.ts'
import type { UserAct } from './address.ts'

/** Returns the menu of a user, for rows and the drawer. */
export function useActsOf(
  { t }: Pick<ListContext<UsersTexts>, 't'>,
  {
    onAct,
    withImpersonation = true,
  }: {
    readonly onAct: (type: UserAct, user: ListedUser) => void
    readonly withImpersonation?: boolean
  },
): (user: ListedUser) => Act[] {
  const { copy } = useCopy()
  const may = useMay()
  const { rights } = users
  const suspend = users.useChange('suspend')
  const liftOf = (user: ListedUser): Act => ({
    label: t.acts.liftSuspension,
    icon: <Ban />,
    onSelect: async () => {
      await suspend(user, null)
      showToast({ text: t.acts.suspensionLifted(titleOfUser(user, t)) })
    },
    failed: (reason) => t.acts.failed(titleOfUser(user, t), reason),
  })
  const decide = users.useChange('decide')
  const approvalOf = (user: ListedUser): Act => ({
    label: t.acts.approve,
    icon: <Check />,
    onSelect: async () => {
      await decide({ userIds: [user.id] }, 'approve')
      showToast({ text: t.acts.approved(titleOfUser(user, t)) })
    },
    failed: (reason) => t.acts.failed(titleOfUser(user, t), reason),
  })
  const decides = (user: ListedUser): boolean => isWaiting(user) && may(rights.decide)
  return (user) => [
    ...(decides(user) ? [approvalOf(user)] : []),
    { label: t.acts.copyId, icon: <Copy />, onSelect: () => void copy(user.id) },
    ...(withImpersonation && may(rights.impersonate)
      ? [{ label: t.acts.impersonate, icon: <VenetianMask />, onSelect: () => onAct('impersonate', user) }]
      : []),
    ...(may(rights.suspend)
      ? [
          user.suspension
            ? liftOf(user)
            : { label: t.acts.suspend, icon: <Ban />, onSelect: () => onAct('suspend', user) },
        ]
      : []),
    ...(may(rights.endSessions)
      ? [{ label: t.acts.endSessions, icon: <Clock />, onSelect: () => onAct('endSessions', user) }]
      : []),
    ...(decides(user)
      ? [{ label: t.acts.refuse, icon: <UserX />, isDanger: true, onSelect: () => onAct('refuse', user) }]
      : []),
    ...(may(rights.remove)
      ? [{ label: t.acts.deleteUser, icon: <Trash2 />, isDanger: true, onSelect: () => onAct('delete', user) }]
      : []),
  ]
}
