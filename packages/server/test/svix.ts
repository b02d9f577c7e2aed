import type { Answer, HttpClient, TestPortico } from '@portico/testkit'

export async function createSvixToken(http: HttpClient): Promise<string> {
  const { body, status } = await http.post<{ token: string }>('/webhooks/svix-token', {})
  if (status !== 201) throw new Error(`No token for Svix clients: ${JSON.stringify(body)}`)
  return body.token
}

/** Calls as a Svix client does, with the token only. */
export function callAsSvixClient(
  portico: TestPortico,
  token: string,
  path: string,
  method = 'GET',
  body?: object,
): Promise<Answer> {
  return portico.anonymous().send(method, path, body, { headers: { authorization: `Bearer ${token}` } })
}
