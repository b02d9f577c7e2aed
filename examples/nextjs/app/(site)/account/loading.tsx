// #region loading
/** Shown while the page reads the user. */
export default function Loading() {
  return <p aria-busy="true">Loading…</p>
}
// #endregion
