import { PorticoProvider, PorticoTheme } from '@portico/react'
import '@portico/react/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { app } from './portico.ts'
import './app.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')

createRoot(root).render(
  <StrictMode>
    <PorticoProvider app={app}>
      <PorticoTheme>
        <App />
      </PorticoTheme>
    </PorticoProvider>
  </StrictMode>,
)
