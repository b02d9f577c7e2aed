// #region protected-page
import { portico } from '../../../portico'
import { rename } from './actions'
import { DisplayName } from './display-name'

/** Only for signed-in users. Others go to the sign-in page. */
export default async function Account() {
  const user = await portico.getUser({ or: 'redirect' })
  return (
    <>
      <h1 className="text-[26px] leading-tight font-semibold">
        <DisplayName />
      </h1>
      <p className="mt-3 mb-8 text-ink-soft">Signed in as {user.primaryEmail}</p>
      <form action={rename} className="flex items-center gap-3">
        <label htmlFor="display-name">Name</label>
        <input id="display-name" name="displayName" required maxLength={100} autoComplete="name" className="input" />
        <button className="button button-primary">Save</button>
      </form>
    </>
  )
}
// #endregion
