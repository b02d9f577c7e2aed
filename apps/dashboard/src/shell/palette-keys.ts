const isMac = navigator.platform.startsWith('Mac') || navigator.platform.startsWith('iP')

/** The keys of the palette, as the visitor's keyboard names them. */
export const paletteKeys = isMac ? '⌘ K' : 'Ctrl K'
