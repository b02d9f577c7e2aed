import { StackClientApp, StackHandler, StackProvider, StackTheme, useUser } from 'stackframe-react-oldest'
import { renderHost } from './host.ts'

renderHost({ StackClientApp, StackHandler, StackProvider, StackTheme, useUser })
