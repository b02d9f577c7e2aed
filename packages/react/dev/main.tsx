import { PorticoProvider, PorticoTheme, type PorticoThemeProps, type Text } from '@portico/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createDevApp } from './dev-app.ts'
import { projectConfig, scenarios } from './scenarios.tsx'
import hostileUrl from './hostile.css?url&no-inline'
import { texts } from '../src/i18n/locales/texts.ts'

const query = new URLSearchParams(window.location.search)
const scenario = scenarios[query.get('scenario') ?? '']
const mode = query.get('mode') === 'dark' ? 'dark' : 'light'
document.documentElement.dataset['theme'] = mode
document.documentElement.dir = query.get('dir') ?? 'ltr'
if (query.has('default-margin')) document.body.dataset['defaultMargin'] = ''
if (query.has('hostile')) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = hostileUrl
  document.head.append(link)
}

const themeProps: PorticoThemeProps = query.has('themed')
  ? { mode: 'dark', theme: { dark: { accent: 'rgb(1, 2, 3)' }, radius: '3px' } }
  : {}

/** Longer than the texts of any language, to reveal layouts that are too narrow. */
const longTexts = Object.fromEntries(texts.map((text) => [text, `${text} ~~~ ${text.slice(0, 24)}`])) as Record<
  Text,
  string
>

const root = createRoot(document.getElementById('root') as HTMLElement)
if (scenario) {
  if (scenario.hash !== undefined && window.location.hash === '') {
    window.history.replaceState(null, '', `#${scenario.hash}`)
  }
  const app = createDevApp(
    {
      signedIn: false,
      verified: false,
      config: projectConfig,
      readMillis: 0,
      writeMillis: 0,
      down: false,
      ...scenario.service,
    },
    scenario.redirects,
  )
  const lang = query.get('lang')
  root.render(
    <StrictMode>
      <PorticoProvider
        app={app}
        {...(lang === null ? {} : { lang })}
        {...(query.has('long') ? { translationOverrides: longTexts } : {})}
      >
        <PorticoTheme {...themeProps}>{scenario.render(app)}</PorticoTheme>
      </PorticoProvider>
    </StrictMode>,
  )
} else {
  root.render(
    <main className="index">
      <h1>Portico components</h1>
      <ul>
        {Object.keys(scenarios).map((name) => (
          <li key={name}>
            {name} <a href={`?scenario=${name}`}>light</a> <a href={`?scenario=${name}&mode=dark`}>dark</a>{' '}
            <a href={`?scenario=${name}&dir=rtl`}>right to left</a> <a href={`?scenario=${name}&lang=de`}>German</a>{' '}
            <a href={`?scenario=${name}&long`}>long</a> <a href={`?scenario=${name}&hostile`}>hostile host</a>
          </li>
        ))}
      </ul>
    </main>,
  )
}
