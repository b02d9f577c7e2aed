'use client'

import { createContext, type ReactNode } from 'react'

/** What the host shows at the end of each page that fills the window. */
export const PageEndContext = createContext<ReactNode>(undefined)
