// The page that hosts show in a frame, or open in a tab (decision 065). It uses neither cookies nor storage.
import { displayOptions } from './opening.ts'
import '@portico/ui/tokens.css'
import '../kit/tokens.css'
import '../kit/base.css'
import '../shell/shell.css'
import './embed.css'

import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

import { applyToDocument, chooseLanguage, isLanguage } from '../language/language.ts'

// On demand, or the dashboard would load some of its parts at once, because both pages share their first chunk.
const WebhookPortal = lazy(async () => ({ default: (await import('./WebhookPortal.tsx')).WebhookPortal }))

const language = displayOptions.get('language') ?? ''
const theme = displayOptions.get('theme') ?? ''
if (isLanguage(language)) chooseLanguage(language)
applyToDocument()
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme

const place = document.getElementById('root')
if (!place) throw new Error('The page has no element "root".')
createRoot(place).render(
  <StrictMode>
    <Suspense>
      <WebhookPortal />
    </Suspense>
  </StrictMode>,
)
