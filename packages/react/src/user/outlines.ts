// Outlines from Lucide (ISC licence), in the format of `parts/Icon.tsx`. The menus of the user and the account settings
// share them.

export const settingsOutline =
  'M9.67 4.14a2.34 2.34 0 0 1 4.66 0 2.34 2.34 0 0 0 3.32 1.91 2.34 2.34 0 0 1 2.33 4.03 2.34 2.34 0 0 0 0 3.84 2.34 2.34 0 0 1-2.33 4.03 2.34 2.34 0 0 0-3.32 1.91 2.34 2.34 0 0 1-4.66 0 2.34 2.34 0 0 0-3.32-1.91 2.34 2.34 0 0 1-2.33-4.03 2.34 2.34 0 0 0 0-3.84A2.34 2.34 0 0 1 6.35 6.05a2.34 2.34 0 0 0 3.32-1.91M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6'

export const userOutline = 'M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M12 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8'
