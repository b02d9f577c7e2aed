import { ProviderIcon } from '@portico/react'
import type { ReactNode } from 'react'

import './text.css'

/** The logo of a sign-in provider: in its colours where a provider is chosen, in one colour in tables. */
export function ProviderMark({ id, isFlat = false }: { readonly id: string; readonly isFlat?: boolean }): ReactNode {
  return (
    <span className="provider-mark" data-flat={isFlat || undefined} aria-hidden="true">
      <ProviderIcon provider={id} />
    </span>
  )
}
