import { StackClientApp, StackHandler, StackProvider, StackTheme, useUser } from '@portico/react/stack'
import '@portico/react/styles.css'
import { renderHost } from './host.ts'

renderHost({ StackClientApp, StackHandler, StackProvider, StackTheme, useUser })
