import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The row or section of the hash is emphasised for this time. */
const EMPHASIS_MILLIS = 2_500

/**
 * Scrolls to the row or section that the address names, focuses its control and emphasises it, also if it is rendered
 * later.
 */
export function useHashTarget(): void {
  const { hash, pathname, state } = useLocation()
  const { key } = state
  useEffect(() => {
    if (hash === '') return
    let timer: ReturnType<typeof setTimeout> | undefined
    let shown: HTMLElement | null = null
    const show = (): boolean => {
      shown = document.getElementById(hash)
      if (!shown) return false
      shown.scrollIntoView({ block: 'center' })
      shown.querySelector<HTMLElement>('input, select, button, a')?.focus({ preventScroll: true })
      shown.dataset['target'] = ''
      timer = setTimeout(() => delete shown?.dataset['target'], EMPHASIS_MILLIS)
      return true
    }
    const observer = new MutationObserver(() => show() && observer.disconnect())
    // After the page's layout and the router's scroll.
    const frame = requestAnimationFrame(() => {
      if (!show()) observer.observe(document.body, { childList: true, subtree: true })
    })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      clearTimeout(timer)
      delete shown?.dataset['target']
    }
    // The key changes with each navigation, also with one to the same address.
  }, [hash, pathname, key])
}
