import { createContext } from 'react'

/** Whether a card has the page to itself, and so its title is the page's. */
export const FullPageContext = createContext(false)

/** Whether the title of a card of ours stands above. */
export const UnderTitleContext = createContext(false)
