'use client'

import { Suspense, type ReactNode } from 'react'
import { ActionFailure, ActionFailureNotice } from './ActionFailure.tsx'
import { FormSkeleton } from './CardSkeleton.tsx'
import { Root } from './Root.tsx'

/** The outermost element of a form that the host places in its own card. */
export function FormRoot({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Root>
      <Suspense fallback={<FormSkeleton />}>
        <ActionFailure>
          <ActionFailureNotice />
          {children}
        </ActionFailure>
      </Suspense>
    </Root>
  )
}
