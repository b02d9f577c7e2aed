// #region layout
import { PorticoProvider, PorticoTheme } from '@portico/nextjs'
import '@portico/nextjs/styles.css'
import type { Metadata } from 'next'
import { Suspense, type ReactNode } from 'react'
import { portico } from '../portico'
import './globals.css'

export const metadata: Metadata = { title: 'Marginalia' }

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <PorticoProvider app={portico}>
          <PorticoTheme>
            <Suspense fallback={null}>{children}</Suspense>
          </PorticoTheme>
        </PorticoProvider>
      </body>
    </html>
  )
}
// #endregion
