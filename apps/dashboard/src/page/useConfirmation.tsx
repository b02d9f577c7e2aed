import { useState, type ReactNode } from 'react'

import type { Pending } from '../texts/en/kit.ts'
import { ConfirmAction } from './ConfirmAction.tsx'

/** An act that a dialog confirms. */
export interface Confirmation {
  readonly title: string
  readonly consequence: ReactNode
  readonly pending: Pending
  readonly run: () => Promise<unknown>
}

/** Returns the dialog to show, and a function that opens it, for pages that confirm one of several acts at a time. */
export function useConfirmation(): readonly [dialog: ReactNode, ask: (confirmation: Confirmation) => void] {
  const [asked, ask] = useState<Confirmation | null>(null)
  return [asked && <ConfirmAction {...asked} onClose={() => ask(null)} />, ask]
}
