'use server'
// #region server-action
import { portico } from '../../../portico'

/** Anyone can call an action, so it asks who calls, like a route handler. `useUser` shows the new name at once. */
export async function rename(form: FormData): Promise<void> {
  const user = await portico.getUser({ or: 'throw' })
  const displayName = form.get('displayName')
  if (typeof displayName === 'string') await user.setDisplayName(displayName.trim() || null)
}
// #endregion
