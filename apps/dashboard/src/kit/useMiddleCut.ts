import { useLayoutEffect, useState, type RefObject } from 'react'

import { cutInMiddle } from './middle-cut.ts'

/** Returns what an element shows of a text that is wider than the element; null if it shows the whole text. */
export function useMiddleCut(text: string, line: RefObject<HTMLElement | null>): string | null {
  const [shown, setShown] = useState<string | null>(null)
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return
    const fit = (): void => {
      const { clientWidth, scrollWidth } = element
      if (scrollWidth <= clientWidth) return setShown(null)
      const widthOf = measureIn(element)
      setShown(cutInMiddle(text, (candidate) => widthOf(candidate) <= clientWidth))
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [text, line])
  return shown
}

const canvas = document.createElement('canvas').getContext('2d')

/** Returns a function that measures texts in the font of the element. */
function measureIn(element: HTMLElement): (text: string) => number {
  const { font, letterSpacing } = getComputedStyle(element)
  return (text) => {
    if (!canvas) return 0
    canvas.font = font
    canvas.letterSpacing = letterSpacing
    return canvas.measureText(text).width
  }
}
