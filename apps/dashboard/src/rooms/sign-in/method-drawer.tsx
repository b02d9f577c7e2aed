import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useCurrentProject } from '../../data/projects.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmAction, type ConfirmActionProps } from '../../page/ConfirmAction.tsx'
import css from './methods.module.css'

/** The drawer of a way to sign in, as the URL has it. */
interface MethodDrawer {
  readonly close: (options?: { losesChanges?: boolean }) => Promise<void>
  /** Whether the removal asks for confirmation. */
  readonly isRemoving: boolean
  readonly askToRemove: (isAsked: boolean) => void
}

export function useMethodDrawer(): MethodDrawer {
  const { id: projectId } = useCurrentProject()
  const navigate = useNavigate()
  const { remove: isRemoving = false, ...search } = useSearch({ from: '/owner/projects/$projectId/sign-in' })
  return {
    close: ({ losesChanges = false } = {}) =>
      navigate({
        to: '/projects/$projectId/sign-in',
        params: { projectId },
        search,
        resetScroll: false,
        ignoreBlocker: losesChanges,
      }),
    isRemoving,
    askToRemove: (isAsked) =>
      void navigate({
        to: '.',
        search: { ...search, ...(isAsked && { remove: true }) },
        replace: !isAsked,
        resetScroll: false,
      }),
  }
}

interface RemovalProps extends Pick<ConfirmActionProps<unknown>, 'title' | 'consequence' | 'run'> {
  readonly drawer: MethodDrawer
  readonly note: string
  readonly label: string
}

/** The end of the drawer: what a removal does, its button, and the question. */
export function Removal({ drawer, note, label, ...question }: RemovalProps): ReactNode {
  return (
    <>
      <section className={css['removal']}>
        <p className="soft">{note}</p>
        <Button variant="danger" aria-haspopup="dialog" onClick={() => drawer.askToRemove(true)}>
          {label}
        </Button>
      </section>
      {drawer.isRemoving && (
        <ConfirmAction
          {...question}
          pending="removing"
          onDone={() => void drawer.close({ losesChanges: true })}
          onClose={() => drawer.askToRemove(false)}
        />
      )}
    </>
  )
}
