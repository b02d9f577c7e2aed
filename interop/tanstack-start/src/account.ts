// #region functions
import { createServerFn } from '@tanstack/react-start'
import { portico } from './portico.server'

/** Only for signed-in users. Others go to the sign-in page. */
export const readAccount = createServerFn().handler(async () => {
  const user = await portico.getUser({ or: 'redirect' })
  return { email: user.primaryEmail, name: user.displayName }
})

export const rename = createServerFn({ method: 'POST' })
  .validator((name: string) => name.trim())
  .handler(async ({ data }) => {
    const user = await portico.getUser({ or: 'redirect' })
    await user.update({ displayName: data })
  })
// #endregion
