'use client'

import { useMemo, useState, type ReactNode } from 'react'
import { Card } from '../parts/Card.tsx'
import { AuthStepContext, type AuthStep } from './auth-step.ts'

export interface StepCardProps {
  /** Until the content sets a title of its own. */
  readonly title: string
  readonly children: ReactNode
}

/** A card for a step of a sign-in that began on another page. The step can change the title. */
export function StepCard({ title, children }: StepCardProps): ReactNode {
  const [step, show] = useState<AuthStep | null>(null)
  const place = useMemo(() => ({ way: 'page', show }), [])
  return (
    <AuthStepContext.Provider value={place}>
      <Card title={step?.title ?? title}>{children}</Card>
    </AuthStepContext.Provider>
  )
}
