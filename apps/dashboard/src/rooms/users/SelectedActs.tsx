import { Ban, Check, Clock, Download, Trash2, UserX } from 'lucide-react'
import type { ReactNode } from 'react'

import { users } from '../../data/users.ts'
import { Button } from '../../kit/Button.tsx'
import { May } from '../../kit/May.tsx'
import { ActMenu } from '../../page/ActMenu.tsx'
import type { Act } from '../../page/acts.ts'
import type { UsersTexts } from '../../texts/en/users.ts'
import type { ActOnUsers } from './UserDialogs.tsx'

/** What a visitor can do with the selected users. */
export function SelectedActs({
  t,
  decides,
  heading,
  exportActs,
  onAct,
}: {
  readonly t: UsersTexts
  /** Whether the list has only users who wait, and the visitor may decide about them. */
  readonly decides: boolean
  readonly heading: string
  readonly exportActs: readonly Act[]
  readonly onAct: (type: ActOnUsers['type']) => void
}): ReactNode {
  return (
    <>
      {decides && (
        <>
          <Button variant="ghost" onClick={() => onAct('approve')}>
            <Check /> {t.acts.approve}
          </Button>
          <Button variant="danger-ghost" onClick={() => onAct('refuse')}>
            <UserX /> {t.acts.refuse}
          </Button>
        </>
      )}
      <May right={users.rights.startBulk}>
        {!decides && (
          <>
            <Button variant="ghost" onClick={() => onAct('suspend')}>
              <Ban /> {t.acts.suspend}
            </Button>
            <Button variant="ghost" onClick={() => onAct('endSessions')}>
              <Clock /> {t.acts.endSessions}
            </Button>
          </>
        )}
        <ActMenu label={t.export} icon={<Download />} isLabelled heading={heading} acts={exportActs} />
        {!decides && (
          <>
            <span className="divider" />
            <Button variant="danger-ghost" onClick={() => onAct('delete')}>
              <Trash2 /> {t.acts.delete}
            </Button>
          </>
        )}
      </May>
    </>
  )
}
