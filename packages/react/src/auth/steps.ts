'use client'

import { useEffect, useRef, useState } from 'react'
import type { SecondFactorStep } from '../hooks/useSecondFactor.ts'
import type { SuspensionStep } from '../hooks/suspension.ts'
import { useReportFailure } from '../parts/action-failure.ts'
import { lazyPart } from '../parts/lazy-part.ts'

/** The later steps of a sign-in, loaded on demand. */
export const magicLinkStep = lazyPart('MagicLinkStep', () => import('./MagicLinkStep.tsx'))
export const removedMethodsStep = lazyPart('RemovedMethods', () => import('./RemovedMethods.tsx'))
export const suspensionStep = lazyPart('SuspendedAccount', () => import('./SuspendedAccount.tsx'))
export const secondFactorStep = lazyPart('SecondFactor', () => import('./SecondFactor.tsx'))

/** Loads both steps that can follow a mailed code. A step that suspends would reset the card. */
export async function loadMagicLinkSteps(): Promise<void> {
  await Promise.all([magicLinkStep.load(), removedMethodsStep.load()])
}

/**
 * Returns the second step when its script is loaded, and null before. Until then the form stays visible. If loading
 * fails, the card shows the failure, and the next sign-in attempt loads the script again.
 */
export function useSecondFactorStep(step: SecondFactorStep | null): SecondFactorStep | null {
  return useLoadedStep(secondFactorStep, step, step?.attemptCode)
}

/** Returns the message of a suspended account when its script is loaded, and null before. */
export function useSuspensionStep(step: SuspensionStep | null): SuspensionStep | null {
  return useLoadedStep(suspensionStep, step, step === null ? undefined : 'suspended')
}

/** @param attempt identifies the step; a new one loads the script again after a failure */
function useLoadedStep<Step>(
  part: Pick<typeof suspensionStep, 'isLoaded' | 'load'>,
  step: Step | null,
  attempt: string | undefined,
): Step | null {
  const reportFailure = useReportFailure()
  const [isHere, setIsHere] = useState(part.isLoaded)
  useEffect(() => {
    if (attempt === undefined || isHere) return
    reportFailure(null)
    part.load().then(() => setIsHere(true), reportFailure)
  }, [part, attempt, isHere, reportFailure])
  return isHere ? step : null
}

/** Moves the focus back to the form when its next step closes, because the focused element no longer exists. */
export function useFocusAfterStep(stepIsOpen: boolean, focus: () => void): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !stepIsOpen) focus()
    wasOpen.current = stepIsOpen
  })
}
