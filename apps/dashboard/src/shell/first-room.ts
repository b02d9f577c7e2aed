/** The first room of a project: its address without more. */
export const firstRoom = ''
