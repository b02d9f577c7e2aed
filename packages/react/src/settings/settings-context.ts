import type { CurrentUser, Project } from '@portico/client'
import { createContext, useContext } from 'react'

export interface SettingsState {
  readonly user: CurrentUser
  readonly project: Project
}

export const SettingsContext = createContext<SettingsState | null>(null)

/** Whose settings these are, and what the project allows. */
export function useSettings(): SettingsState {
  const state = useContext(SettingsContext)
  if (!state) throw new Error('A section of the account settings stands outside of the page.')
  return state
}
