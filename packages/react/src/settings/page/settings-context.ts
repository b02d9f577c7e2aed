'use client'

import type { CurrentUser, Project } from '@portico/client'
import { createContext, useContext } from 'react'

export interface SettingsState {
  readonly user: CurrentUser
  readonly project: Project
  /** The command that shows how to send an API key; undefined for the default. */
  readonly apiKeyExample: string | undefined
  /** Called when a form opens. Returns what to call when it closes. */
  readonly openForm: () => () => void
}

export const SettingsContext = createContext<SettingsState | null>(null)

/** The user whose settings are shown, and the project's configuration. */
export function useSettings(): SettingsState {
  const state = useContext(SettingsContext)
  if (!state) throw new Error('A section of the account settings was rendered outside of the page.')
  return state
}
