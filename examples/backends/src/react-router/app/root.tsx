// #region root
import { PorticoProvider, PorticoTheme } from '@portico/react'
import '@portico/react/styles.css'
import type { ReactNode } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { app } from './portico.ts'

export default function Root(): ReactNode {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Portico with React Router</title>
        <link rel="icon" href="data:," />
        <Links />
      </head>
      <body>
        <PorticoProvider app={app}>
          <PorticoTheme>
            <Outlet />
          </PorticoTheme>
        </PorticoProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
// #endregion
