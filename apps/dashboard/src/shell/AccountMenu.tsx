import { Link } from '@tanstack/react-router'
import { Inbox, Keyboard, Languages, LogOut, SquareTerminal, SunMoon, TextCursorInput, UserRound } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'

import { useSignedInOwner } from '../data/projects.ts'
import { signOut } from '../data/session.ts'
import { settings } from '../data/settings.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { ItemContent, itemLook, Menu, MenuHeading, MenuItem, MenuSeparator } from '../kit/Menu.tsx'
import { useLetters } from '../kit/shortcuts.ts'
import { CutText, MiddleCut } from '../kit/Text.tsx'
import { showToast } from '../kit/toast.ts'
import { findUnsaved, type Unsaved } from '../kit/unsaved.ts'
import { useTexts } from '../language/useTexts.ts'
import { loadTexts } from '../texts/define-texts.ts'
import { chooseLanguage, languages, languageTags, useLanguage, type Language } from '../language/language.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { shellTexts } from '../texts/en/shell.ts'
import { chooseTheme, useTheme, type Theme } from './theme.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../kit/Dialog.tsx')).ConfirmDialog }))

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** The signed-in owner: account settings, theme, language, shortcuts, sign-out. */
export function AccountMenu({ onShowShortcuts }: { readonly onShowShortcuts: () => void }): ReactNode {
  const t = useTexts(shellTexts)
  const { leave } = useTexts(kitTexts)
  const owner = useSignedInOwner()
  const theme = useTheme()
  const language = useLanguage()
  const [hasLetters, setLetters] = useLetters()
  const [lost, setLost] = useState<Unsaved | null>(null)
  const leaveNow = (): void => {
    setLost(null)
    void signOut(owner).then((isConfirmed) => isConfirmed || showToast({ text: t.account.signOutUnconfirmed }))
  }
  const name = owner.displayName ?? owner.primaryEmail ?? t.account.noName
  return (
    <>
      <Menu
        label={t.account.menu}
        align="start"
        trigger={({ ref, ...trigger }) => (
          <button type="button" className="me" {...trigger} ref={ref} title={t.account.menu}>
            <Avatar name={name} imageUrl={owner.profileImageUrl} isOwn />
            {/* Without a name, the domain of the address tells accounts apart. */}
            {owner.displayName === null ? <MiddleCut>{name}</MiddleCut> : <CutText>{name}</CutText>}
          </button>
        )}
      >
        {owner.primaryEmail !== null && (
          <MenuHeading>
            <MiddleCut>{owner.primaryEmail}</MiddleCut>
          </MenuHeading>
        )}
        <Link to="/account" {...itemLook({})}>
          <ItemContent icon={<UserRound />}>{t.account.settings}</ItemContent>
        </Link>
        <MenuItem
          icon={<SunMoon />}
          staysOpen
          end={t.account.themes[theme]}
          onSelect={() => chooseTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system')}
        >
          {t.account.theme}
        </MenuItem>
        <MenuItem
          icon={<Languages />}
          staysOpen
          end={languages[language].name}
          onSelect={() => void changeLanguage(nextLanguage(language))}
        >
          {t.account.language}
        </MenuItem>
        <MenuItem icon={<Keyboard />} shortcut="?" onSelect={onShowShortcuts}>
          {t.account.shortcuts}
        </MenuItem>
        <MenuItem icon={<TextCursorInput />} staysOpen isChecked={hasLetters} onSelect={() => setLetters(!hasLetters)}>
          {t.account.letters}
        </MenuItem>
        {settings.mode === 'development' && (
          <>
            <MenuSeparator />
            <MenuHeading>{t.account.development}</MenuHeading>
            <a href="/dev/inbox" {...itemLook({})}>
              <ItemContent icon={<Inbox />}>{t.account.inbox}</ItemContent>
            </a>
            <a href="/dev" {...itemLook({})}>
              <ItemContent icon={<SquareTerminal />}>{t.account.startPage}</ItemContent>
            </a>
          </>
        )}
        <MenuSeparator />
        <MenuItem
          icon={<LogOut className="flip" />}
          onSelect={() => {
            const unsaved = findUnsaved()
            if (unsaved === null) leaveNow()
            else setLost(unsaved)
          }}
        >
          {t.account.signOut}
        </MenuItem>
      </Menu>
      {lost && (
        <Suspense>
          <ConfirmDialog
            title={t.account.signOut}
            consequence={leave[lost].text}
            pendingLabel={t.account.signOut}
            phase="idle"
            onConfirm={leaveNow}
            onClose={() => setLost(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The texts are loaded first, so that the page changes at once. */
async function changeLanguage(language: Language): Promise<void> {
  await loadTexts(language)
  chooseLanguage(language)
}

function nextLanguage(language: Language): Language {
  return languageTags[(languageTags.indexOf(language) + 1) % languageTags.length] ?? 'en'
}
