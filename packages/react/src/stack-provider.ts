'use client'

import { createElement, useMemo, type ReactNode } from 'react'
import type { PorticoProviderProps } from './app/PorticoProvider.tsx'
import { fromOfficialTexts } from './i18n/official-texts.ts'
import { PorticoProvider } from './react.ts'

/** The props of `StackProvider`. */
export type StackProviderProps = Omit<PorticoProviderProps, 'translationOverrides'> & {
  /** Keyed by the English texts of this package or the original SDK. Unknown texts are ignored. */
  readonly translationOverrides?: Readonly<Record<string, string>>
}

/**
 * A `PorticoProvider` that also accepts overrides keyed by the texts of the original SDK. It always has overrides, so
 * the default of `lang` is English, as in the original SDK.
 */
export function StackProvider({ translationOverrides, ...props }: StackProviderProps): ReactNode {
  const overrides = useMemo(() => fromOfficialTexts(translationOverrides ?? {}), [translationOverrides])
  return createElement(PorticoProvider, { ...props, translationOverrides: overrides })
}
