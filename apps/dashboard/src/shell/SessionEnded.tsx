import type { ReactNode } from 'react'

import { leaveEndedSession } from '../data/session.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { useTexts } from '../language/useTexts.ts'
import { shellTexts } from '../texts/en/shell.ts'
import { SignInAgain } from './SignInAgain.tsx'

/** Says that the session has ended. The owner signs in here, so that what was typed on the page stays. */
export function SessionEnded(): ReactNode {
  const { sessionEnded: t } = useTexts(shellTexts)
  return (
    <Dialog
      title={t.title}
      footer={
        <Button variant="ghost" onClick={() => void leaveEndedSession()}>
          {t.leave}
        </Button>
      }
    >
      {/* The page shows the owner again as soon as the SDK has the session. */}
      <SignInAgain hasEnded onSignedIn={() => {}} />
    </Dialog>
  )
}
