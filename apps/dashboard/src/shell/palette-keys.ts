const isMac = navigator.platform.startsWith('Mac') || navigator.platform.startsWith('iP')

/** The keys of the palette, as the keyboard of the visitor names them. */
export const paletteKeys = isMac ? '⌘ K' : 'Ctrl K'
