import type { ComponentProps, ReactNode } from 'react'

import css from './steps.module.css'

/** A list of steps or attempts: each has an icon, what happened, and its time. */
export function Steps(props: Omit<ComponentProps<'ol'>, 'className'>): ReactNode {
  return <ol {...props} className={css['steps']} />
}
