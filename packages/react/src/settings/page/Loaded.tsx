'use client'

import type { ReactNode } from 'react'
import { describeFailure } from '../../form/describe-error.ts'
import type { Loading } from '../../hooks/loading.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { ItemBone, LoadingRows } from './SettingsSkeleton.tsx'

export interface LoadedProps<Value> {
  readonly from: Loading
  /** Undefined until loaded. */
  readonly value: Value | undefined
  /** The placeholder. Default: that of a section's rows. */
  readonly bones?: 'rows' | 'item'
  readonly children: (value: Value) => ReactNode
}

/** A value with its loading and failed states. */
export function Loaded<Value>({ from, value, bones = 'rows', children }: LoadedProps<Value>): ReactNode {
  if (from.failure !== null) return <LoadFailure {...from} />
  if (value !== undefined) return children(value)
  return bones === 'rows' ? <LoadingRows /> : <ItemBone />
}

/** Replaces what could not be loaded. */
export function LoadFailure({ failure, reload }: Loading): ReactNode {
  const t = useTranslate()
  return (
    <div className="portico-settings-failure">
      <Notice {...describeFailure(t, failure)} />
      <Button variant="secondary" onClick={reload}>
        {t('Try again')}
      </Button>
    </div>
  )
}
