import { useEffect, useRef, useState } from 'react'
import type { SecondFactorStep } from '../hooks/useSecondFactor.ts'
import { useReportFailure } from '../parts/action-failure.ts'
import { lazyPart } from '../parts/lazy-part.ts'

/** What comes after the first step of a sign-in; loaded when it is needed. */
export const magicLinkStep = lazyPart(async () => (await import('./MagicLinkStep.tsx')).MagicLinkStep)
export const removedMethodsStep = lazyPart(async () => (await import('./RemovedMethods.tsx')).RemovedMethods)
export const secondFactorStep = lazyPart(async () => (await import('./SecondFactor.tsx')).SecondFactor)

/** Loads both steps that can follow a mailed code: a step that is still loading would reset the card. */
export async function loadMagicLinkSteps(): Promise<void> {
  await Promise.all([magicLinkStep.load(), removedMethodsStep.load()])
}

/**
 * The second step as soon as its code is here; until then the form keeps its place. Where the code cannot be loaded, the
 * card says so, and the next try to sign in loads it again.
 */
export function useSecondFactorStep(step: SecondFactorStep | null): SecondFactorStep | null {
  const reportFailure = useReportFailure()
  const [isHere, setIsHere] = useState(secondFactorStep.isLoaded)
  const attemptCode = step?.attemptCode
  useEffect(() => {
    if (attemptCode === undefined || isHere) return
    reportFailure(null)
    secondFactorStep.load().then(() => setIsHere(true), reportFailure)
  }, [attemptCode, isHere, reportFailure])
  return isHere ? step : null
}

/** Gives the focus back to the form when its next step is left, since what had it is gone. */
export function useFocusAfterStep(stepIsOpen: boolean, focus: () => void): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !stepIsOpen) focus()
    wasOpen.current = stepIsOpen
  })
}
