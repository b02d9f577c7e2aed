import { StackProvider, StackTheme } from 'official'
import { stackServerApp } from './stack-server-app.js'

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <StackProvider app={stackServerApp}>
          <StackTheme>{children}</StackTheme>
        </StackProvider>
      </body>
    </html>
  )
}
