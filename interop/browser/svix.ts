import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  SvixProvider,
  useAttemptedMessages,
  useAttemptFunctions,
  useEndpoint,
  useEndpointFunctions,
  useEndpointHeaders,
  useEndpointMessageAttempts,
  useEndpoints,
  useEndpointSecret,
  useEndpointStats,
  useEventTypes,
  useMessage,
  useMessageAttempts,
  useMessageEndpoints,
  useMessages,
  useNewEndpoint,
} from 'svix-react'

// A webhook portal that calls every hook of svix-react. The test passes the token in the fragment of the address.

interface Named {
  readonly id: string
}

function Portal(): ReactNode {
  const endpoints = useEndpoints({ limit: 1 })
  const messages = useMessages({ limit: 10 })
  const types = useEventTypes({ limit: 100 })
  const added = useNewEndpoint()
  const add = async (): Promise<void> => {
    const { error } = await added.createEndpoint()
    if (error) document.title = String(error)
    endpoints.reload()
  }
  return createElement(
    'main',
    null,
    line(`Events: ${types.data?.length}`),
    createElement('input', {
      'aria-label': 'URL',
      onChange: (event: { target: { value: string } }) => added.url.setValue(event.target.value),
    }),
    button('Add', add),
    button('Next page', () => endpoints.nextPage()),
    endpoints.data?.map(({ id }) => createElement(Endpoint, { id, key: id })),
    messages.data?.map(({ id }) => createElement(Message, { id, key: id })),
  )
}

function Endpoint({ id }: Named): ReactNode {
  const endpoint = useEndpoint(id)
  const headers = useEndpointHeaders(id)
  const secret = useEndpointSecret(id)
  const stats = useEndpointStats(id)
  const attempts = useEndpointMessageAttempts(id, { withMsg: true })
  const messages = useAttemptedMessages(id)
  const { deleteEndpoint, recoverEndpointMessages, updateEndpoint } = useEndpointFunctions(id)
  const rename = async (): Promise<void> => {
    await updateEndpoint({ url: endpoint.data?.url ?? '', description: 'Renamed' })
    endpoint.reload()
  }
  const recover = async (): Promise<void> => {
    await recoverEndpointMessages({ since: new Date(0) })
    document.title = 'Recovered'
  }
  return createElement(
    'section',
    null,
    line(`Endpoint: ${endpoint.data?.url} ${endpoint.data?.description}`),
    line(`Secret: ${secret.data?.key}`),
    line(`Headers: ${namesOf(headers.data?.sensitive)}`),
    line(`Succeeded: ${stats.data?.success}`),
    line(
      `Attempts of the endpoint: ${namesOf(attempts.data?.map(({ msg, responseStatusCode }) => `${msg?.eventType} ${responseStatusCode}`))}`,
    ),
    line(`Messages of the endpoint: ${namesOf(messages.data?.map(({ eventType }) => eventType))}`),
    button('Rename', rename),
    button('Rotate', () => secret.rotateSecret({})),
    button('Set headers', () => headers.updateEndpointHeaders({ headers: { 'X-Shop': 'one' } })),
    button('Add a header', () => headers.patchEndpointHeaders({ headers: { 'X-Key': 'two' } })),
    button('Recover', recover),
    button('Delete', deleteEndpoint),
  )
}

function Message({ id }: Named): ReactNode {
  const message = useMessage(id)
  const attempts = useMessageAttempts(id)
  const endpoints = useMessageEndpoints(id)
  const endpointId = endpoints.data?.[0]?.id ?? ''
  const { resendAttempt } = useAttemptFunctions({ msgId: id, endpointId } as Parameters<typeof useAttemptFunctions>[0])
  const resend = async (): Promise<void> => {
    await resendAttempt()
    document.title = 'Sent again'
  }
  return createElement(
    'section',
    null,
    line(`Message: ${message.data?.eventType}`),
    line(`Attempts of the message: ${attempts.data?.length}`),
    line(`Endpoints of the message: ${namesOf(endpoints.data?.map(({ statusText }) => statusText))}`),
    button('Resend', resend),
  )
}

function namesOf(names: readonly string[] = []): string {
  return names.join(', ')
}

function line(text: string): ReactNode {
  return createElement('p', null, text)
}

function button(name: string, act: () => unknown): ReactNode {
  const onClick = (): void => void Promise.resolve(act()).catch((error: unknown) => (document.title = String(error)))
  return createElement('button', { type: 'button', onClick }, name)
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
const options = { serverUrl: hostOptions.baseUrl }
createRoot(root).render(
  createElement(SvixProvider, {
    token: window.location.hash.slice(1),
    appId: hostOptions.projectId,
    options,
    children: createElement(Portal),
  }),
)
