'use client'

import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { EmailAddress } from '../../parts/EmailAddress.tsx'
import { MenuItem, MenuPanel, useButtonMenu } from '../../parts/Menu.tsx'
import { Editable } from './Editable.tsx'
import { SettingsIcon } from './SettingsIcon.tsx'
import { useOpenBody } from './useOpenBody.ts'
import type { Row } from './useRow.ts'

/** What a user can do with an item: an entry of its menu, and what the entry opens. */
export interface ItemAct {
  readonly name: string
  /** The entry of the menu; absent for an act that starts elsewhere. */
  readonly text?: string
  /** The reason why the entry is disabled; undefined if it is enabled. */
  readonly disabledReason?: string | undefined
  /** Called when the entry is chosen. */
  readonly onChoose?: () => void
  /** Opens in the item. */
  readonly content?: ReactNode
}

interface ItemState {
  readonly row: Row
  readonly id: string
  readonly name: string
  /** Without acts there is no menu. Acts that the user may not perform are not truthy. */
  readonly acts: readonly (ItemAct | false | undefined)[]
}

export interface ListItemProps extends ItemState {
  /** The picture before the name. */
  readonly mark: ReactNode
  /** The name is an e-mail address. */
  readonly isAddress?: boolean
  /** Details below the name. */
  readonly facts?: ReactNode
}

/** An item of a list in a row: *mark · name · menu*, edited in place. */
export function ListItem({ mark, isAddress = false, facts, ...item }: ListItemProps): ReactNode {
  const { menu, body } = useItemActs(item)
  const { name } = item
  return (
    <li className="portico-account" data-open={body === null ? undefined : ''}>
      <div className="portico-account-head" role="group" aria-label={name}>
        <span className="portico-provider-mark">{mark}</span>
        <span className="portico-account-name">
          {isAddress ? <EmailAddress value={name} /> : <bdi>{name}</bdi>}
          {facts}
        </span>
        {menu}
        {body}
      </div>
    </li>
  )
}

/** The menu of an item, and what is open in it; null while nothing is. */
export function useItemActs(item: ItemState): { readonly menu: ReactNode; readonly body: ReactNode } {
  const { row, id } = item
  const acts = item.acts.filter((act) => act !== undefined && act !== false)
  const open = row.open?.id === id ? row.open : null
  const { head, body } = useOpenBody(open !== null, row.close)
  return {
    menu: (
      <Editable>
        <div ref={head} className="portico-row-action" tabIndex={-1}>
          {open === null && acts.some(({ text }) => text) && <ItemMenu {...item} acts={acts} />}
        </div>
      </Editable>
    ),
    body: open && (
      <Editable>
        <div ref={body} className="portico-row-body">
          {acts.find(({ name }) => name === open.act)?.content}
        </div>
      </Editable>
    ),
  }
}

interface ItemMenuProps extends Omit<ItemState, 'acts'> {
  readonly acts: readonly ItemAct[]
}

function ItemMenu({ row, id, name, acts }: ItemMenuProps): ReactNode {
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
        {acts.map(
          (act) =>
            act.text && (
              <MenuItem
                key={act.name}
                disabledReason={act.disabledReason}
                onChoose={() => {
                  menu.close()
                  if (act.content === undefined) row.close()
                  else row.start(act.name, id)
                  act.onChoose?.()
                }}
              >
                <span>
                  {act.text}
                  {act.disabledReason !== undefined && <span className="portico-menu-hint">{act.disabledReason}</span>}
                </span>
              </MenuItem>
            ),
        )}
      </MenuPanel>
    </>
  )
}
