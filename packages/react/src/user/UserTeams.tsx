'use client'

import type { Team } from '@portico/client'
import { Suspense, type ReactNode } from 'react'
import { useRetryLoading } from '../app/useRetryLoading.ts'
import { useLatestUser } from '../app/useUser.ts'
import { describeFailure } from '../form/describe-error.ts'
import { useTeams } from '../hooks/useTeams.ts'
import { useTranslate } from '../i18n/language.ts'
import { FailureBoundary } from '../parts/FailureBoundary.tsx'
import { Root } from '../parts/Root.tsx'

/** The outermost component of a team switcher, with its loading state and its failure. */
export function SwitcherRoot({ children }: { readonly children: ReactNode }): ReactNode {
  const retryLoading = useRetryLoading()
  return (
    <Root inline>
      <Suspense fallback={<Bone />}>
        <FailureBoundary onRetry={retryLoading} draw={(cause, retry) => <Unloaded cause={cause} onRetry={retry} />}>
          {children}
        </FailureBoundary>
      </Suspense>
    </Root>
  )
}

/** Renders the teams of the user once they are loaded. Renders nothing for a signed-out visitor. */
export function UserTeams({
  children,
}: {
  readonly children: (teams: readonly Team[], userId: string) => ReactNode
}): ReactNode {
  const user = useLatestUser()
  const { teams, failure, reload } = useTeams()
  if (user === null) return null
  if (failure !== null) return <Unloaded cause={failure} onRetry={reload} />
  return user && teams ? children(teams, user.id) : <Bone />
}

function Bone(): ReactNode {
  return <span className="portico-bone" data-bone="team" />
}

/** Replaces the button if its data could not be loaded. Pressing it retries. */
function Unloaded({ cause, onRetry }: { readonly cause: unknown; readonly onRetry: () => void }): ReactNode {
  const t = useTranslate()
  return (
    <button className="portico-team-switch" type="button" title={describeFailure(t, cause).title} onClick={onRetry}>
      <span className="portico-team-name">{t('Load the teams again')}</span>
    </button>
  )
}
