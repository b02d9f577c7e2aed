import { providerName } from '@portico/contract/providers'
import { useId, useRef, type ReactNode } from 'react'
import { ProviderMark } from '../auth/ProviderMark.tsx'
import type { ActionPhase } from '../hooks/useAction.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { useMenu } from '../parts/useMenu.ts'

export interface ConnectAccountMenuProps {
  readonly providers: readonly string[]
  /** The phase of the connection that was started last. */
  readonly phase: ActionPhase
  readonly onChoose: (provider: string) => void
}

/** A button with a menu of the providers that can be connected. */
export function ConnectAccountMenu({ providers, phase, onChoose }: ConnectAccountMenuProps): ReactNode {
  const t = useTranslate()
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLElement>(null)
  const { open, onTriggerPointerDown, onTriggerClick, close, onMenuKeyDown } = useMenu(trigger, menu, 'end')
  return (
    <>
      <Button
        variant="quiet"
        phase={phase}
        pendingText={t('Connecting…')}
        menu={{ ref: trigger, id, isOpen: open, onPointerDown: onTriggerPointerDown }}
        onClick={onTriggerClick}
      >
        {t('Connect account')}
      </Button>
      <span ref={menu} className="portico-menu" id={id} popover="auto">
        <span role="menu" aria-label={t('Connect account')} onKeyDown={onMenuKeyDown}>
          {providers.map((provider) => (
            <button
              key={provider}
              className="portico-menu-item"
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close()
                onChoose(provider)
              }}
            >
              <span className="portico-provider-mark">
                <ProviderMark provider={provider} />
              </span>
              {providerName(provider)}
            </button>
          ))}
        </span>
      </span>
    </>
  )
}
