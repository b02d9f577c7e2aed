import { StackClientApp, StackHandler, StackProvider, StackTheme, useUser } from 'official'
import { renderHost } from './host.ts'

renderHost({ StackClientApp, StackHandler, StackProvider, StackTheme, useUser })
