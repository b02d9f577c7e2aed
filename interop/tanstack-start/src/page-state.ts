// #region state
import { createServerFn } from '@tanstack/react-start'
import { portico } from './portico.server'

export const readPageState = createServerFn().handler(() => portico.pageState())
// #endregion
