'use client'

import { useCallback, useEffect, useState, type RefCallback } from 'react'
import { useBrowserLayoutEffect, useCssVariables } from '../theme/useCssVariables.ts'
import type { CssVariables } from '../theme/theme-variables.ts'

const sides = ['top', 'right', 'bottom', 'left'] as const
const DEFAULT_BODY_MARGIN_PIXELS = 8

/**
 * Keeps the variables of a full page up to date: its upper edge in the window, and the margins with which it covers the
 * default margin of the body. A margin that the host sets stays.
 *
 * @returns the ref of the page's element
 */
export function usePagePlace(): RefCallback<HTMLElement> {
  const [page, setPage] = useState<HTMLElement | null>(null)
  const [place, setPlace] = useState<CssVariables>({})
  const setVariables = useCssVariables(place)
  useBrowserLayoutEffect(() => {
    if (page) setPlace(measurePlace(page))
  }, [page])
  useEffect(() => {
    if (!page) return
    const measure = (): void => setPlace(measurePlace(page))
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [page])
  return useCallback(
    (element) => {
      setPage(element)
      setVariables(element)
    },
    [setVariables],
  )
}

function measurePlace(page: HTMLElement): CssVariables {
  page.style.removeProperty('--portico-page-margin')
  const body = document.body.getBoundingClientRect()
  const own = page.getBoundingClientRect()
  const margins = getComputedStyle(document.body)
  const covered = sides.map((side) => {
    const touches = Math.abs(own[side] - body[side]) < 1
    const margin = Number.parseFloat(margins.getPropertyValue(`margin-${side}`))
    return touches && margin === DEFAULT_BODY_MARGIN_PIXELS ? margin : 0
  })
  const top = own.top + scrollY - (covered[0] ?? 0)
  return {
    '--portico-page-top': `${Math.max(0, top)}px`,
    '--portico-page-margin': covered.map((pixels) => `${-pixels}px`).join(' '),
  }
}
