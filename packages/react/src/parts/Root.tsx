import { useContext, type ReactNode } from 'react'
import { directionOf } from '../i18n/translate.ts'
import { LanguageContext } from '../i18n/language.ts'
import { usePageColourMode } from '../theme/colour-mode.ts'
import { ThemeContext } from '../theme/PorticoTheme.tsx'
import { useCssVariables } from '../theme/useCssVariables.ts'

/**
 * The outermost element of every component: it carries colour mode, theme, language and direction. Every rule of the
 * style sheet hangs on it or on one of our classes, so nothing outside is styled.
 */
export function Root({
  inline = false,
  children,
}: {
  readonly inline?: boolean
  readonly children: ReactNode
}): ReactNode {
  const { mode, variables } = useContext(ThemeContext)
  const { lang } = useContext(LanguageContext)
  const pageMode = usePageColourMode()
  const ref = useCssVariables(variables)
  return (
    <div
      ref={ref}
      className="portico-root"
      data-mode={mode === 'auto' ? (pageMode ?? 'auto') : mode}
      data-inline={inline ? '' : undefined}
      lang={lang ?? undefined}
      dir={lang === null ? undefined : directionOf(lang)}
    >
      {children}
    </div>
  )
}
