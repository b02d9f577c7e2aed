/** What the page gets of the service for one scenario. */
export interface SceneView {
  /** Names the scene in the test that shows it. */
  readonly id: number
  readonly projectId: string
  readonly publishableClientKey: string
  /** Null: the visitor is signed out. */
  readonly session: { readonly accessToken: string; readonly refreshToken: string } | null
  /** The code of a mailed link, a sign-in at a provider or a login from a terminal. */
  readonly code: string
  /** The codes of a page that shows the components of several links, by the paths of the links. */
  readonly codes: Readonly<Record<string, string>>
  /** A sign-in at a provider that has returned to this browser. */
  readonly callback: { readonly cookie: string; readonly query: string } | null
  readonly teamIds: readonly string[]
}

/** The path at which the server of the component page prepares a scene. */
export const SCENES_PATH = '/scenes/'

/** The same value for each of these names, which are separated by white space. */
export function repeat<Value>(value: Value, names: string): Record<string, Value> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, value]))
}
