'use client'

import type { ReactNode } from 'react'

// Outlines from Lucide (ISC licence), 24 × 24, with one line weight.
const outlines = {
  alert: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 8v4M12 16h.01',
  check: 'M20 6 9 17l-5-5',
  eye: 'M2.06 12.35a1 1 0 0 1 0-.7 10.75 10.75 0 0 1 19.88 0 1 1 0 0 1 0 .7 10.75 10.75 0 0 1-19.88 0M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  'eye-off':
    'M10.73 5.08a10.74 10.74 0 0 1 11.21 6.57 1 1 0 0 1 0 .7 10.75 10.75 0 0 1-1.45 2.49M14.08 14.16a3 3 0 0 1-4.24-4.24M17.48 17.5a10.75 10.75 0 0 1-15.42-5.15 1 1 0 0 1 0-.7 10.75 10.75 0 0 1 4.45-5.14M2 2l20 20',
  passkey: 'M2 18v3c0 .6.4 1 1 1h4v-3h3v-3h2l1.4-1.4a6.5 6.5 0 1 0-4-4ZM16.5 7.5h.01',
} as const

export type IconName = keyof typeof outlines

/**
 * An icon beside a text with the same meaning, hidden from screen readers. The style sheet sets its size, so that a
 * host's rule for `svg` does not change it.
 */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return <Outline name={name} d={outlines[name]} />
}

/** The same for outlines that are part of the page that uses them, so that other pages do not load them. */
export function Outline({ name, d }: { readonly name: string; readonly d: string }): ReactNode {
  return (
    <svg
      className="portico-icon"
      data-icon={name}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={d} />
    </svg>
  )
}
