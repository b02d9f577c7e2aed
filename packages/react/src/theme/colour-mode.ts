'use client'

import { useSyncExternalStore } from 'react'

/** Whether the components are light or dark. */
export type ColourMode = 'light' | 'dark'

const modeAttributes = ['data-joy-color-scheme', 'data-mui-color-scheme', 'data-theme', 'data-color-scheme', 'class']

/**
 * Detects whether the page is light or dark. The first source that answers wins:
 * 1. the page's `color-scheme`, where it names exactly one
 * 2. an attribute that common libraries set on the root element
 * 3. the page's `--background` variable
 * 4. the background colour of the page
 * 5. the setting of the operating system
 */
function detectColourMode(page: Document): ColourMode {
  const view = page.defaultView
  if (!view) return 'light'
  const root = page.documentElement
  const style = view.getComputedStyle(root)
  const scheme = style.colorScheme
  if (scheme.includes('dark') !== scheme.includes('light')) return scheme.includes('dark') ? 'dark' : 'light'
  for (const attribute of modeAttributes) {
    const words = (root.getAttribute(attribute) ?? '').split(/\s+/)
    if (words.includes('dark')) return 'dark'
    if (words.includes('light')) return 'light'
  }
  const followsSystem = scheme.includes('dark')
  const painted = [
    style.getPropertyValue('--background'),
    // A page that declares both schemes follows the system, and may not have been repainted yet.
    ...(followsSystem ? [] : [view.getComputedStyle(page.body).backgroundColor, style.backgroundColor]),
  ]
  for (const colour of painted) {
    const luminance = luminanceOf(colour)
    if (luminance !== null) return luminance < 128 ? 'dark' : 'light'
  }
  return view.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/**
 * Luminance from 0 to 255 of a colour as browsers compute it, or of an "H S% L%" triplet; null if see-through or
 * unknown.
 */
export function luminanceOf(colour: string): number | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour.trim())?.[1]
  if (hex) {
    const digits = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex
    return weigh(...triple(digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []))
  }
  const numbers = colour.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? []
  if (/^\s*rgba?\(/.test(colour)) return numbers[3] === 0 ? null : weigh(...triple(numbers))
  if (/^\s*(?:hsla?\()?\s*\d[\d.]*(?:deg)?[\s,]+\d[\d.]*%[\s,]+\d[\d.]*%/.test(colour))
    return (triple(numbers)[2] * 255) / 100
  return null
}

function triple(numbers: readonly number[]): [number, number, number] {
  const [first = 0, second = 0, third = 0] = numbers
  return [first, second, third]
}

function weigh(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function subscribe(notify: () => void): () => void {
  const observer = new MutationObserver(notify)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [...modeAttributes, 'style'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', notify)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', notify)
  }
}

/** The colour mode of the page, kept up to date; null on the server, where only the style sheet can determine it. */
export function usePageColourMode(): ColourMode | null {
  return useSyncExternalStore(
    subscribe,
    () => detectColourMode(document),
    () => null,
  )
}
