'use client'

import { createContext } from 'react'

/** Whether a card fills the page, so that its title is the title of the page. */
export const FullPageContext = createContext(false)

/** Whether one of our cards with a title is an ancestor. */
export const UnderTitleContext = createContext(false)
