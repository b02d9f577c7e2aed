import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { EmailAddress } from '../../parts/EmailAddress.tsx'
import { MenuItem, MenuPanel, useButtonMenu } from '../../parts/Menu.tsx'
import { SettingsIcon } from './SettingsIcon.tsx'
import { useOpenBody } from './useOpenBody.ts'

/** An entry of the menu of an item. */
export interface ItemAction {
  readonly text: string
  readonly onChoose: () => void
  /** The reason why the entry is disabled; undefined if it is enabled. */
  readonly disabledReason?: string | undefined
}

export interface ListItemProps {
  /** The picture before the name. */
  readonly mark: ReactNode
  readonly name: string
  /** The name is an e-mail address. */
  readonly isAddress?: boolean
  /** Details below the name. */
  readonly facts?: ReactNode
  /** Without actions there is no menu. */
  readonly actions: readonly ItemAction[]
  /** The content of the open item. */
  readonly children?: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** An item of a list in a row: *mark · name · menu*, edited in place. */
export function ListItem(props: ListItemProps): ReactNode {
  const { mark, name, isAddress = false, facts, actions, children, isOpen, onClose } = props
  const { head, body } = useOpenBody(isOpen, onClose)
  return (
    <li className="portico-account" data-open={isOpen ? '' : undefined}>
      <div className="portico-account-head" role="group" aria-label={name}>
        <span className="portico-provider-mark">{mark}</span>
        <span className="portico-account-name">
          <bdi>{isAddress ? <EmailAddress value={name} /> : name}</bdi>
          {facts}
        </span>
        <div ref={head} className="portico-row-action" tabIndex={-1}>
          {!isOpen && actions.length > 0 && <ItemMenu name={name} actions={actions} />}
        </div>
        {isOpen && (
          <div ref={body} className="portico-row-body">
            {children}
          </div>
        )}
      </div>
    </li>
  )
}

/** The button that opens the menu of an item. */
export function ItemMenu({ name, actions }: Pick<ListItemProps, 'name' | 'actions'>): ReactNode {
  const t = useTranslate()
  const menu = useButtonMenu('end')
  const label = t('Options for {name}', { name })
  return (
    <>
      <button
        {...menu.trigger}
        className="portico-button"
        type="button"
        data-variant="quiet"
        data-phase="idle"
        aria-label={label}
      >
        <SettingsIcon name="more" />
      </button>
      <MenuPanel menu={menu} label={label}>
        {actions.map(({ text, onChoose, disabledReason }) => (
          <MenuItem
            key={text}
            disabledReason={disabledReason}
            onChoose={() => {
              menu.close()
              onChoose()
            }}
          >
            <span>
              {text}
              {disabledReason !== undefined && <span className="portico-menu-hint">{disabledReason}</span>}
            </span>
          </MenuItem>
        ))}
      </MenuPanel>
    </>
  )
}
