/** Hooks of the official clients suspend while they load the user. */
export default function Loading() {
  return <p>Loading</p>
}
