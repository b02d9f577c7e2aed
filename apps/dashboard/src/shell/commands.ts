import { useEffect, useRef } from 'react'

import { createStore } from '../language/store.ts'

/** An action that the palette offers while its component is shown. */
export interface Command {
  readonly id: string
  readonly label: string
  /** What else it is found by. */
  readonly keywords?: string
  readonly shortcut?: string
  /** A destructive action opens its confirmation; it never acts from the palette. */
  readonly run: () => void
}

const commands = createStore<readonly Command[]>([])

/** Offers an action in the palette. Null offers nothing. */
export function useCommand(command: Command | null): void {
  const latest = useRef(command)
  useEffect(() => {
    latest.current = command
  })
  const { id, label, keywords, shortcut } = command ?? {}
  useEffect(() => {
    if (id === undefined || label === undefined) return
    const offered: Command = {
      id,
      label,
      ...(keywords !== undefined && { keywords }),
      ...(shortcut !== undefined && { shortcut }),
      run: () => latest.current?.run(),
    }
    commands.set([...commands.get().filter((other) => other.id !== id), offered])
    return () => commands.set(commands.get().filter((other) => other !== offered))
  }, [id, label, keywords, shortcut])
}

export function useCommands(): readonly Command[] {
  return commands.useValue()
}
