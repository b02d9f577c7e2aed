import { usePopover, type PopoverTrigger } from '@portico/ui/parts/usePopover'
import type { ReactNode } from 'react'

import './overlay.css'
import { POPOVER_GAP_PIXELS } from './popover-gap.ts'

export interface PopoverProps {
  readonly label: string
  readonly align?: 'start' | 'end'
  readonly trigger: (props: PopoverTrigger) => ReactNode
  readonly children: (close: () => void) => ReactNode
}

/** A small dialog beside its button, such as the choices of a filter. */
export function Popover({ label, align = 'start', trigger, children }: PopoverProps): ReactNode {
  const popover = usePopover<HTMLDivElement>('dialog', { align, gap: POPOVER_GAP_PIXELS }, findFirstControl)
  return (
    <>
      {trigger(popover.trigger)}
      {popover.isOpen && (
        <div {...popover.panel} className="popover" role="dialog" aria-label={label} data-padded="">
          {children(popover.close)}
        </div>
      )}
    </>
  )
}

function findFirstControl(panel: HTMLElement): HTMLElement | null {
  const find = (selector: string): HTMLElement | null => panel.querySelector<HTMLElement>(selector)
  return find('input[type=radio]:checked') ?? find('input, select, textarea, button, a')
}
