'use client'

import type { ReactNode } from 'react'
import { Outline } from '../../parts/Icon.tsx'
import { settingsOutline, userOutline } from '../../user/outlines.ts'

// Outlines from Lucide (ISC licence); here, because only this page needs them.
const outlines = {
  back: 'm12 19-7-7 7-7M19 12H5',
  ban: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M4.93 4.93l14.14 14.14',
  chevron: 'm9 18 6-6-6-6',
  clock: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 6v6l4 2',
  key: 'm15.5 7.5 2.3 2.3a1 1 0 0 0 1.4 0l2.1-2.1a1 1 0 0 0 0-1.4L19 4M21 2l-9.6 9.6M7.5 10a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11',
  mail: 'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2M22 7l-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7',
  more: 'M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2M12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2M19 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2',
  monitor: 'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M8 21h8M12 17v4',
  plus: 'M5 12h14M12 5v14',
  phone: 'M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2M12 18h.01',
  settings: settingsOutline,
  shield:
    'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2 4-4',
  terminal: 'm4 17 6-6-6-6M12 19h8',
  user: userOutline,
} as const

export type SettingsIconName = keyof typeof outlines

export function SettingsIcon({ name }: { readonly name: SettingsIconName }): ReactNode {
  return <Outline name={name} d={outlines[name]} />
}

/** Whether a name from a host is one of our icons. */
export function isSettingsIconName(name: string): name is SettingsIconName {
  return Object.hasOwn(outlines, name)
}
