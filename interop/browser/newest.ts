import { StackClientApp, StackHandler, StackProvider, StackTheme, useUser } from 'stackframe-react-newest'
import { renderHost } from './host.ts'

renderHost({ StackClientApp, StackHandler, StackProvider, StackTheme, useUser })
