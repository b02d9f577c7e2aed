'use client'

import { Suspense, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { FailureBoundary } from '../../parts/FailureBoundary.tsx'
import { lazyPart } from '../../parts/lazy-part.ts'
import type { TeamApiKeysRowProps, UserApiKeysRowProps } from './ApiKeysRow.tsx'
import { LoadFailure } from '../page/Loaded.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { ItemBone } from '../page/SettingsSkeleton.tsx'

const importRows = () => import('./ApiKeysRow.tsx')
// TypeScript infers the props only for a module with one component.
const UserRow = lazyPart<'UserApiKeysRow', UserApiKeysRowProps>('UserApiKeysRow', importRows).Component
const TeamRow = lazyPart<'TeamApiKeysRow', TeamApiKeysRowProps>('TeamApiKeysRow', importRows).Component

/** The API keys of the signed-in user. Their code loads on first use. */
export function UserApiKeys({ example }: UserApiKeysRowProps): ReactNode {
  const t = useTranslate()
  return (
    <OnDemand label={t('Your keys')}>
      <UserRow example={example} />
    </OnDemand>
  )
}

/** The API keys of a team. Their code loads on first use. */
export function TeamApiKeys(props: TeamApiKeysRowProps): ReactNode {
  const t = useTranslate()
  return (
    <OnDemand label={t('API keys')}>
      <TeamRow {...props} />
    </OnDemand>
  )
}

function OnDemand({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <FailureBoundary
      // The usual cause is a new deployment with other file names. A reload fetches it.
      onRetry={() => window.location.reload()}
      draw={(cause, retry) => <SettingsRow label={label} list={<LoadFailure failure={cause} reload={retry} />} />}
    >
      <Suspense fallback={<SettingsRow label={label} value={<ItemBone />} />}>{children}</Suspense>
    </FailureBoundary>
  )
}
