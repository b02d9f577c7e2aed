// A page for project owners, who administrate their projects with their own rights.
import { PorticoInternalApp } from '../src/admin.ts'

export const app = new PorticoInternalApp({ tokenStore: 'cookie' })
