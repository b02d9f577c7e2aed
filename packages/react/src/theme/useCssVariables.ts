'use client'

import { useEffect, useLayoutEffect, useState, type RefCallback } from 'react'
import type { CssVariables } from './theme-variables.ts'

/** `useLayoutEffect` without the warning of React 18 on the server, where there is nothing to lay out. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Sets CSS variables on an element through its style object, before the browser paints.
 *
 * Does not use the `style` prop: a server renders it as a style attribute, which a policy without `unsafe-inline`
 * refuses.
 *
 * @returns the ref of the element
 */
export function useCssVariables(variables: CssVariables): RefCallback<HTMLElement> {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useBrowserLayoutEffect(() => {
    if (!element) return
    for (const [name, value] of Object.entries(variables)) element.style.setProperty(name, value)
    return () => {
      for (const name of Object.keys(variables)) element.style.removeProperty(name)
    }
  }, [element, variables])
  return setElement
}
