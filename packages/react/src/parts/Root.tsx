'use client'

import type { ProjectBranding } from '@portico/client'
import { useContext, useMemo, type ReactNode } from 'react'
import { useShownLanguage } from '../i18n/language.ts'
import { directionOf } from '@portico/ui/language/direction'
import { usePageColourMode } from '../theme/colour-mode.ts'
import { ThemeContext } from '../theme/PorticoTheme.tsx'
import { useCssVariables } from '../theme/useCssVariables.ts'

/**
 * The outermost element of every component: it sets colour mode, theme, language and direction. Every rule of the
 * style sheet starts at it or at one of our classes, so nothing outside is styled.
 */
export function Root({
  inline = false,
  project,
  children,
}: {
  readonly inline?: boolean
  /** Its accent is the default of the theme. */
  readonly project?: ProjectBranding | undefined
  readonly children: ReactNode
}): ReactNode {
  const { mode, variables } = useContext(ThemeContext)
  const { lang, isChosen } = useShownLanguage()
  const pageMode = usePageColourMode()
  const { accentColorDark: dark, accentColorLight: light } = project ?? {}
  const ref = useCssVariables(
    useMemo(
      () => (light && dark ? { '--_light': light, '--_dark': dark, ...variables } : variables),
      [light, dark, variables],
    ),
  )
  // A host may place an inline component in a paragraph, where a `div` would end the paragraph.
  const Element = inline ? 'span' : 'div'
  return (
    <Element
      ref={ref}
      className="portico-root"
      data-mode={mode === 'auto' ? (pageMode ?? 'auto') : mode}
      data-inline={inline ? '' : undefined}
      lang={lang}
      // If the host sets no language, follow the direction of its page.
      dir={isChosen ? directionOf(lang) : undefined}
    >
      {children}
    </Element>
  )
}
