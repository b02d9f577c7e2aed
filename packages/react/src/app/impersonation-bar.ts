'use client'

import { createContext } from 'react'

/** Whether a provider shows the bar of an impersonation. */
export const ImpersonationBarContext = createContext(false)
