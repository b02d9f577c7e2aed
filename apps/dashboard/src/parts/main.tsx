// The page of all parts: for looking, and for the tests. `?theme=dark&dir=rtl&lang=de`. Not part of the build.
import '@portico/ui/tokens.css'
import '../kit/tokens.css'
import '../kit/base.css'
import './parts.css'

import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

import { applyToDocument, chooseLanguage } from '../language/language.ts'
import { PartsPage } from './PartsPage.tsx'

const params = new URLSearchParams(window.location.search)
const root = document.documentElement
applyToDocument()
chooseLanguage(params.get('lang') === 'de' ? 'de' : 'en')
root.dataset['theme'] = params.get('theme') === 'dark' ? 'dark' : 'light'
if (params.get('dir') === 'rtl') root.dir = 'rtl'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no element "root".')
createRoot(place).render(
  <StrictMode>
    <Suspense>
      <PartsPage />
    </Suspense>
  </StrictMode>,
)
