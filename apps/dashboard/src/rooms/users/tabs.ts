/** The tabs of a user, as in the address. */
export const userTabs = ['profile', 'sign-in', 'teams', 'permissions', 'events'] as const

export type UserTab = (typeof userTabs)[number]
