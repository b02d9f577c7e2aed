import type { ReactNode } from 'react'
import { Outlet, Scripts, ScrollRestoration } from 'react-router'

export default function Root(): ReactNode {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Portico with React Router</title>
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
