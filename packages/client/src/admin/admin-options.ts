import { createStream, type Stream } from './stream.ts'
import { createUpload, type Upload } from './upload.ts'
import { readFirst } from '../app/environment.ts'
import { type ProjectOwnerSession, withOwnerSession } from './owner-session.ts'
import { createSecretRequest } from '../server/secret-request.ts'
import {
  type PorticoServerAppOptions,
  resolveAll,
  resolveSecretKey,
  resolveServerAccess,
  resolveServerOptions,
  type ServerAccess,
} from '../server/server-options.ts'
import { resolveBaseUrl, resolveOptions } from '../app/options.ts'
import type { Ports } from '../transport/ports.ts'
import { createRequest, type SendRequest } from '../transport/request.ts'

/**
 * The options of an app with keys, for servers. The secret server key is required too, because an admin app has the
 * members of the server app.
 */
export interface PorticoAdminAppKeyOptions<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoServerAppOptions<HasTokenStore, ProjectId> {
  /** Default: `PORTICO_SUPER_SECRET_ADMIN_KEY`. It must never reach a browser. */
  superSecretAdminKey?: string
  projectOwnerSession?: never
}

/** The options of an app without keys, which acts for an owner of the project. It may run in a browser. */
export interface PorticoAdminAppOwnerOptions<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends Omit<PorticoServerAppOptions<HasTokenStore, ProjectId>, 'publishableClientKey' | 'secretServerKey'> {
  /** The session of an owner who is signed in to the project "internal". */
  projectOwnerSession: ProjectOwnerSession
  publishableClientKey?: never
  secretServerKey?: never
  superSecretAdminKey?: never
}

/** The options of `PorticoAdminApp`: keys, or the session of an owner. */
export type PorticoAdminAppOptions<HasTokenStore extends boolean = boolean, ProjectId extends string = string> =
  | PorticoAdminAppKeyOptions<HasTokenStore, ProjectId>
  | PorticoAdminAppOwnerOptions<HasTokenStore, ProjectId>

/** How an admin app calls the service. */
export interface AdminAccess extends ServerAccess {
  readonly requestAsAdmin: SendRequest<'admin'>
  readonly uploadAsAdmin: Upload
  readonly streamAsAdmin: Stream
}

export function resolveAdminAccess(options: PorticoAdminAppOptions, ports: Ports): AdminAccess {
  return options.projectOwnerSession ? accessOfOwner(options, ports) : accessByKey(options, ports)
}

function accessByKey(options: PorticoAdminAppKeyOptions, ports: Ports): AdminAccess {
  const [superSecretAdminKey, resolved] = resolveAll(
    () => resolveSuperSecretAdminKey(options.superSecretAdminKey, ports),
    () => resolveServerOptions(options, ports),
  )
  const createAdminRequest = (given: Ports): SendRequest<'admin'> =>
    createSecretRequest(
      resolved,
      { 'x-stack-access-type': 'admin', 'x-stack-super-secret-admin-key': superSecretAdminKey },
      given,
    )
  return {
    ...resolveServerAccess(options, ports),
    requestAsAdmin: createAdminRequest(ports),
    uploadAsAdmin: createUpload(createAdminRequest, ports),
    streamAsAdmin: createStream(createAdminRequest, ports),
  }
}

function accessOfOwner(options: PorticoAdminAppOwnerOptions, ports: Ports): AdminAccess {
  const { projectOwnerSession, extraRequestHeaders = {}, ...given } = options
  // The keys are empty, so that those of the environment, which may be of another project, are not sent.
  const resolved = resolveOptions({ ...given, extraRequestHeaders, publishableClientKey: '' }, ports)
  const ownerPorts = withOwnerSession(ports, projectOwnerSession)
  const createOwnerRequest = <Access extends 'server' | 'admin'>(
    type: Access,
    given = ownerPorts,
  ): SendRequest<Access> => createRequest<Access>({ ...resolved, ports: given }, { 'x-stack-access-type': type })
  return {
    options: resolved,
    // Without the browser, because the page belongs to the project "internal": its cookies, its address and its
    // sign-in.
    clientPorts: { ...ownerPorts, browser: () => null },
    requestAsServer: createOwnerRequest('server'),
    requestAsAdmin: createOwnerRequest('admin'),
    uploadAsAdmin: createUpload((given) => createOwnerRequest('admin', given), ownerPorts),
    streamAsAdmin: createStream((given) => createOwnerRequest('admin', given), ownerPorts),
  }
}

/** Returns the options of the server app that an admin app extends. */
export function serverOptionsOf<HasTokenStore extends boolean, ProjectId extends string>(
  options: PorticoAdminAppOptions<HasTokenStore, ProjectId>,
  ports: Ports,
): PorticoServerAppOptions<HasTokenStore, ProjectId> {
  const { superSecretAdminKey: _adminOnly, projectOwnerSession, ...forServer } = options
  if (!projectOwnerSession) return forServer
  // The client calls of the app do not know the browser, but they use the same address.
  return { ...forServer, baseUrl: resolveBaseUrl(options.baseUrl, ports.browser() !== null) }
}

function resolveSuperSecretAdminKey(given: string | undefined, ports: Ports): string {
  return resolveSecretKey(
    given,
    {
      app: 'PorticoAdminApp',
      name: 'super secret admin key',
      option: 'superSecretAdminKey',
      variable: 'PORTICO_SUPER_SECRET_ADMIN_KEY',
      read: () =>
        readFirst([() => process.env.PORTICO_SUPER_SECRET_ADMIN_KEY, () => process.env.STACK_SUPER_SECRET_ADMIN_KEY]),
    },
    ports,
  )
}
