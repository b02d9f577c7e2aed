import {
  LanguageMenu,
  PorticoProvider,
  PorticoTheme,
  type PorticoClientApp,
  type PorticoProviderProps,
  type PorticoThemeProps,
} from '@portico/react'
import { StrictMode, type ReactNode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { createDevApp, loadScene } from './dev-app.ts'
import { disturbances } from './network.ts'
import { scenarios, type Scenario } from './scenarios.tsx'
import type { SceneView } from './scene.ts'
import hostileUrl from './hostile.css?url&no-inline'
import { testLanguages, type TestLanguage } from './test-languages.ts'

declare global {
  interface Window {
    /**
     * The tests show many scenarios in one page, because a load takes several times the processor time of a scenario.
     */
    componentPage: ComponentPage
  }
}

type Translation = Pick<PorticoProviderProps, 'lang' | 'translationOverrides'>

interface ComponentPage {
  /** Shows the scenario that a query names, as loading the page does. */
  readonly show: (query: string) => void
  /** Shows the scenario of a query in the markup that a server has rendered. */
  readonly hydrate: (query: string, markup: string) => Promise<void>
  /** Resolves when the scenario has content and, unless it may be loading, no skeleton. */
  readonly isShown: (mayLoad: boolean) => Promise<void>
  /** Shows the texts of the scenario in another language. What the visitor did so far remains. */
  readonly speak: (language: TestLanguage) => Promise<void>
  /** Removes the scenario and what it left in the page. Rejects if something lasts, such as a lock. */
  readonly leave: () => Promise<void>
}

const themed: PorticoThemeProps = { mode: 'dark', theme: { dark: { accent: 'rgb(1, 2, 3)' }, radius: '3px' } }

const ownHead = new Set(document.head.children)
let root: Root | undefined
let firstTimer = 0
let showing = new AbortController()

/** Draws the scenario of the page again. */
let render: ((translation: Translation) => void) | undefined

window.componentPage = { show, hydrate, isShown, speak, leave }
show(window.location.search)

function show(search: string): void {
  if (search !== window.location.search) window.history.replaceState(null, '', `/${search}`)
  const query = new URLSearchParams(search)
  document.documentElement.dataset['theme'] = query.get('mode') === 'dark' ? 'dark' : 'light'
  document.documentElement.dir = query.get('dir') ?? 'ltr'
  if (query.has('default-margin')) document.body.dataset['defaultMargin'] = ''
  if (query.has('hostile')) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = hostileUrl
    document.head.append(link)
  }
  showing = new AbortController()
  root = createRoot(document.getElementById('root') as HTMLElement)
  const name = query.get('scenario') ?? ''
  if (name in scenarios) void showScenario(root, name, query)
  else root.render(renderIndex())
}

async function hydrate(search: string, markup: string): Promise<void> {
  const query = new URLSearchParams(search)
  const name = query.get('scenario') ?? ''
  const [scene, translation] = await Promise.all([loadScene(name), translationOf(query)])
  const content = renderScenario(name, { app: prepareScenario(name, scene), scene, query, translation })
  const container = document.getElementById('root') as HTMLElement
  root?.unmount()
  container.innerHTML = markup
  root = hydrateRoot(container, content)
}

async function showScenario(into: Root, name: string, query: URLSearchParams): Promise<void> {
  const { signal } = showing
  try {
    const [scene, translation] = await Promise.all([loadScene(name), translationOf(query)])
    if (signal.aborted) return
    const app = prepareScenario(name, scene)
    render = (translation) => into.render(renderScenario(name, { app, scene, query, translation }))
    render(translation)
  } catch (error) {
    into.render(<pre className="greeting">{String(error)}</pre>)
    throw error
  }
}

async function translationOf(query: URLSearchParams): Promise<Translation> {
  const language = query.get('texts')
  if (language !== null) return testLanguages[language as TestLanguage]()
  const lang = query.get('lang')
  return lang === null ? {} : { lang }
}

async function speak(language: TestLanguage): Promise<void> {
  const translation = await testLanguages[language]()
  render?.(translation)
  // React draws in a later task, and only when the texts are loaded.
  const drawn = `.portico-root[lang="${translation.lang}"]`
  do await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  while (document.querySelector('.portico-root') && !document.querySelector(drawn))
}

function prepareScenario(name: string, scene: SceneView): PorticoClientApp {
  const { hash, redirects, urls } = scenarios[name] as Scenario
  if (hash && window.location.hash === '') window.history.replaceState(null, '', `#${hash(scene)}`)
  if (scene.callback) {
    document.cookie = scene.callback.cookie
    window.history.replaceState(null, '', `${window.location.search}&${scene.callback.query.slice(1)}`)
  }
  return createDevApp({ scene, disturbance: disturbances[name], redirects, urls, signal: showing.signal })
}

interface Shown {
  readonly app: PorticoClientApp
  readonly scene: SceneView
  readonly query: URLSearchParams
  readonly translation: Translation
}

function renderScenario(name: string, { app, scene, query, translation }: Shown): ReactNode {
  const { render: renderPage } = scenarios[name] as Scenario
  return (
    <StrictMode>
      <PorticoProvider app={app} languageMenu={query.has('menu') && <LanguageMenu />} {...translation}>
        <PorticoTheme {...(query.has('themed') ? themed : {})}>{renderPage(app, scene)}</PorticoTheme>
      </PorticoProvider>
    </StrictMode>
  )
}

function renderIndex(): ReactNode {
  return (
    <main className="index">
      <h1>Portico components</h1>
      <ul>
        {Object.keys(scenarios).map((name) => (
          <li key={name}>
            {name} <a href={`?scenario=${name}`}>light</a> <a href={`?scenario=${name}&mode=dark`}>dark</a>{' '}
            <a href={`?scenario=${name}&dir=rtl`}>right to left</a> <a href={`?scenario=${name}&lang=de`}>German</a>{' '}
            <a href={`?scenario=${name}&texts=pseudo`}>pseudo</a>{' '}
            <a href={`?scenario=${name}&texts=longest`}>longest</a>{' '}
            <a href={`?scenario=${name}&hostile`}>hostile host</a>
          </li>
        ))}
      </ul>
    </main>
  )
}

function isShown(mayLoad: boolean): Promise<void> {
  const hasContent = (): boolean =>
    document.querySelector('.portico-root, .greeting') !== null &&
    (mayLoad || document.querySelector('.portico-skeleton, .portico-bone') === null)
  return new Promise((resolve) => {
    if (hasContent()) return resolve()
    const observer = new MutationObserver(() => {
      if (!hasContent()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] })
  })
}

async function leave(): Promise<void> {
  showing.abort()
  root?.unmount()
  render = undefined
  // Lets promises settle that the scenario is waiting for.
  const lastTimer = await new Promise<number>((resolve) => {
    const timer = window.setTimeout(() => resolve(timer))
  })
  for (let timer = firstTimer; timer <= lastTimer; timer += 1) clearTimeout(timer)
  firstTimer = lastTimer
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) if (name !== 'lang') element.removeAttribute(name)
  }
  for (const child of [...document.head.children]) if (!ownHead.has(child)) child.remove()
  const container = document.createElement('div')
  container.id = 'root'
  document.body.replaceChildren(container)
  window.getSelection()?.removeAllRanges()
  window.scrollTo(0, 0)
  window.name = ''
  window.history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
  const { held = [], pending = [] } = await navigator.locks.query()
  if (held.length + pending.length > 0) throw new Error('The scenario has left a lock.')
}
