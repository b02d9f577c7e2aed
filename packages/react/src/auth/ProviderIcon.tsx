'use client'

import type { ReactNode } from 'react'

import { providerMarks, type ProviderMark } from './provider-marks.ts'

/** The provider's logo, or a key for an unknown provider. */
export function ProviderIcon({ provider }: { readonly provider: string }): ReactNode {
  const mark = findMark(provider)
  return (
    <svg className="portico-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {mark?.map(([outline, colour]) => <path key={outline} d={outline} fill={colour} />) ?? (
        <path
          d="M15.5 7.5l2.3 2.3a1 1 0 0 0 1.4 0l2.1-2.1a1 1 0 0 0 0-1.4L19 4M21 2l-9.6 9.6M7.5 10a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}

function findMark(provider: string): ProviderMark | undefined {
  const known: Readonly<Record<string, ProviderMark>> = providerMarks
  return Object.hasOwn(known, provider) ? known[provider] : undefined
}
