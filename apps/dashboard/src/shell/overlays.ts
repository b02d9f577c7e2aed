/** What the shell itself can open over a page. */
export type ShellOverlay = 'palette' | 'shortcuts'
