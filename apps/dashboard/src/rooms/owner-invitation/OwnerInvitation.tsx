import { useState, type ReactNode } from 'react'

import { keptOwnerInvitation } from '../../data/kept-code.ts'
import { useOwnerIfSignedIn } from '../../data/owner-invitation.ts'
import { useTexts } from '../../language/useTexts.ts'
import { OwnerLayout } from '../../shell/OwnerLayout.tsx'
import { SoloLayout, VisitorLayout } from '../../shell/SoloLayout.tsx'
import { settingsTexts } from '../../texts/en/settings.ts'
import { shellTexts } from '../../texts/en/shell.ts'
import { ReceivedInvitation } from './ReceivedInvitation.tsx'
import { RecipientChoice } from './RecipientChoice.tsx'
import { VisitorChoice } from './VisitorChoice.tsx'

/** The page of the link in an invitation to own a project, with and without a session. */
export function OwnerInvitation(): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  const { product } = useTexts(shellTexts)
  const [code] = useState(keptOwnerInvitation.read)
  const owner = useOwnerIfSignedIn()
  const title = <title>{`${t.title} · ${product}`}</title>
  if (!owner) {
    return (
      <VisitorLayout>
        {title}
        <ReceivedInvitation key="visitor" code={code} ownerId={null}>
          {(invitation) => <VisitorChoice invitation={invitation} />}
        </ReceivedInvitation>
      </VisitorLayout>
    )
  }
  return (
    <OwnerLayout>
      <SoloLayout>
        {title}
        <ReceivedInvitation key={owner.id} code={code} ownerId={owner.id}>
          {(invitation, onRefused) => <RecipientChoice code={code} invitation={invitation} onRefused={onRefused} />}
        </ReceivedInvitation>
      </SoloLayout>
    </OwnerLayout>
  )
}
