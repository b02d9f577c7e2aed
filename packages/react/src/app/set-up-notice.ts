import { ConnectionError, KnownErrors } from '@portico/client'
import { closestLanguage } from '@portico/ui/language/closest-language'
import { localeNames } from '../i18n/load-locale.ts'
import { pluralForms } from '../i18n/locales/plurals.ts'
import { texts } from '../i18n/locales/texts.ts'
import { isOfficialText } from '../i18n/official-texts.ts'
import type { TranslationOverrides } from '../i18n/translate.ts'

/** Pages load style sheets in parallel with scripts. */
const STYLES_WAIT_MILLIS = 2_000

const NO_STYLES =
  "The style sheet of Portico is missing, so its components look broken. Import '@portico/react/styles.css' once, beside the root component."

let isWatching = false

/** Shows errors of the set-up that nothing catches, and a missing style sheet. */
export function watchSetUp(): void {
  if (isWatching) return
  isWatching = true
  window.addEventListener('error', ({ error }) => isOfSetUp(error) && showNotice(error))
  window.addEventListener('unhandledrejection', ({ reason }) => isOfSetUp(reason) && showNotice(reason))
  const observer = new MutationObserver(findRoot)
  observer.observe(document, { childList: true, subtree: true })
  findRoot()

  function findRoot(): void {
    if (!document.querySelector('.portico-root')) return
    observer.disconnect()
    setTimeout(checkStyles, STYLES_WAIT_MILLIS)
  }
}

function checkStyles(): void {
  // The root may be another one than before: a page replaces its skeleton.
  const root = document.querySelector('.portico-root')
  if (!root || getComputedStyle(root).getPropertyValue('--_ground') !== '') return
  console.warn(NO_STYLES)
  showNotice(new Error(NO_STYLES))
}

const warnings = new Set<string>()

/** Warns once of a language without texts, and of replacement texts that no component shows. */
export function checkLanguage(lang: string | undefined, overrides: TranslationOverrides = {}): void {
  const known = new Set<string>([...texts, ...pluralForms])
  const keys = Object.keys(overrides)
  const unknown = keys.filter((text) => !known.has(text) && !isOfficialText(text))
  // The host may provide the texts of a language itself.
  if (lang !== undefined && keys.length === 0 && !closestLanguage(['en-US', ...localeNames], lang)) {
    warnOnce(
      `There are no texts in the language "${lang}", so the components of Portico are in English. \`lang\` can be: en-US, ${localeNames.join(', ')}.`,
    )
  }
  if (unknown.length > 0) {
    const list = unknown.map((text) => JSON.stringify(text)).join(', ')
    warnOnce(
      `\`translationOverrides\` has keys that are no English text of a component, so they have no effect: ${list}. The keys must equal the English texts.`,
    )
  }
}

function warnOnce(warning: string): void {
  if (warnings.has(warning)) return
  warnings.add(warning)
  console.warn(warning)
}

/** Returns whether the developer must change the set-up. The class of a missing page is loaded on demand. */
function isOfSetUp(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    KnownErrors.ProjectAuthenticationError.isInstance(error) ||
    (error instanceof Error && error.name === 'MissingPageError')
  )
}

/** Shows an error's message at the end of the window. It needs no style sheet, which may be what is missing. */
export function showNotice(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error)
  const shown = [...document.querySelectorAll('[data-portico-set-up]')]
  if (shown.some(({ firstChild }) => firstChild?.textContent === text)) return
  const notice = document.createElement('div')
  notice.setAttribute('data-portico-set-up', '')
  notice.setAttribute('role', 'alert')
  notice.lang = 'en'
  notice.dir = 'ltr'
  Object.assign(notice.style, {
    pointerEvents: 'auto',
    boxSizing: 'border-box',
    padding: '12px 16px',
    display: 'flex',
    gap: '16px',
    alignItems: 'start',
    justifyContent: 'space-between',
    border: '1px solid #b42318',
    borderRadius: '8px',
    background: '#ffffff',
    color: '#1c1917',
    font: '14px/1.45 system-ui, sans-serif',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    boxShadow: '0 8px 24px rgb(0 0 0 / 0.18)',
  })
  const sentence = document.createElement('span')
  sentence.textContent = text
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = 'Close'
  Object.assign(close.style, {
    flex: 'none',
    padding: '0',
    border: '0',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    textDecoration: 'underline',
    cursor: 'pointer',
  })
  close.addEventListener('click', () => notice.remove())
  notice.append(sentence, close)
  noticePlace().append(notice)
}

/** Returns the element at the end of the window that stacks the notices, however many lines each has. */
function noticePlace(): HTMLElement {
  const existing = document.querySelector<HTMLElement>('[data-portico-set-up-notices]')
  if (existing) return existing
  const place = document.createElement('div')
  place.setAttribute('data-portico-set-up-notices', '')
  Object.assign(place.style, {
    position: 'fixed',
    insetInline: '16px',
    insetBlockEnd: '16px',
    zIndex: '2147483647',
    maxInlineSize: '720px',
    maxBlockSize: 'calc(100vh - 32px)',
    marginInline: 'auto',
    display: 'flex',
    flexDirection: 'column-reverse',
    gap: '8px',
    overflowY: 'auto',
    // The page between the notices stays usable.
    pointerEvents: 'none',
  })
  // The module of an app may run before the body exists.
  ;(document.body ?? document.documentElement).append(place)
  return place
}
