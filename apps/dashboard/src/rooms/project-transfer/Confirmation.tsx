import { fill } from '@portico/ui/language/fill'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useConfirmProjectTransfer, type TransferLink } from '../../data/project-transfer.ts'
import { useSignedInOwner } from '../../data/projects.ts'
import { Button, buttonLook } from '../../kit/Button.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { LinkActions } from '../../page/LinkPage.tsx'
import { useAct } from '../../page/useAct.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { partnerTexts } from '../../texts/en/partners.ts'
import { transferRefusalOf } from './refusal.ts'

/** Which project it is, and what the user gets with it. */
export function TransferText({ partner, project }: { readonly partner: string; readonly project: string }): ReactNode {
  const { names, transfer: t } = useTexts(partnerTexts)
  const parts = {
    project: <bdi className="strong">{project}</bdi>,
    partner: names[partner === 'neon' ? 'neon' : 'custom'],
  }
  return (
    <>
      {fill(t.text, parts)} {t.rights} {t.key}
    </>
  )
}

/** The project goes to the account that is signed in, so the page names it. */
export function Confirmation({
  link,
  onRefused,
}: {
  readonly link: TransferLink
  readonly onRefused: (error: unknown) => void
}): ReactNode {
  const { transfer: t } = useTexts(partnerTexts)
  const { pending } = useTexts(kitTexts)
  const owner = useSignedInOwner()
  const navigate = useNavigate()
  const confirmTransfer = useConfirmProjectTransfer()
  const confirm = useAct(async () => {
    try {
      const projectId = await confirmTransfer(link)
      // Replaces the entry of the history: the link is used.
      await navigate({ to: '/projects/$projectId', params: { projectId }, replace: true })
    } catch (error) {
      if (transferRefusalOf(error) === null) throw error
      onRefused(error)
    }
  })
  const signOut = useAct(() => owner.signOut({ redirectUrl: window.location.href }))
  return (
    <>
      <p>
        {fill(t.account, {
          account: <bdi className="strong">{owner.primaryEmail ?? owner.displayName ?? owner.id}</bdi>,
        })}
      </p>
      <LinkActions>
        <Button
          variant="primary"
          phase={confirm.isPending ? 'pending' : 'idle'}
          pendingLabel={pending.accepting}
          onClick={confirm.run}
        >
          {t.confirm}
        </Button>
        <Button phase={signOut.isPending ? 'pending' : 'idle'} pendingLabel={pending.signingOut} onClick={signOut.run}>
          {t.switch}
        </Button>
        <Link to="/projects" {...buttonLook({ variant: 'ghost' })}>
          {t.later}
        </Link>
      </LinkActions>
      {confirm.failure}
      {signOut.failure}
    </>
  )
}
