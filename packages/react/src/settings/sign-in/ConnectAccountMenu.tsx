'use client'

import type { ReactNode } from 'react'
import { nameOf, type OfferedProvider } from '../../auth/offered-providers.ts'
import { ProviderMark } from '../../auth/ProviderMark.tsx'
import type { ActionPhase } from '../../hooks/useAction.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { MenuItem, MenuPanel, useButtonMenu } from '../../parts/Menu.tsx'

export interface ConnectAccountMenuProps {
  readonly providers: readonly OfferedProvider[]
  /** The phase of the connection that was started last. */
  readonly phase: ActionPhase
  readonly onChoose: (provider: string) => void
}

/** A button with a menu of the providers that can be connected. */
export function ConnectAccountMenu({ providers, phase, onChoose }: ConnectAccountMenuProps): ReactNode {
  const t = useTranslate()
  const menu = useButtonMenu('end')
  return (
    <>
      <Button variant="quiet" phase={phase} pendingText={t('Connecting…')} menu={menu.trigger}>
        {t('Connect account')}
      </Button>
      <MenuPanel menu={menu} label={t('Connect account')}>
        {providers.map((provider) => (
          <MenuItem
            key={provider.id}
            onChoose={() => {
              menu.close()
              onChoose(provider.id)
            }}
          >
            <span className="portico-provider-mark">
              <ProviderMark {...provider} />
            </span>
            {nameOf(provider)}
          </MenuItem>
        ))}
      </MenuPanel>
    </>
  )
}
