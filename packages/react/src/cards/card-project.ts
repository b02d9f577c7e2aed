'use client'

import type { ProjectBranding } from '@portico/client'
import { createContext } from 'react'

/** The project of the card around a component. Undefined until it is loaded, and outside of a card. */
export const CardProjectContext = createContext<ProjectBranding | undefined>(undefined)
