import type { TestApp } from './test-app.ts'

/** The response of a SCIM call. */
export interface ScimResponse {
  http: number
  body: Record<string, unknown> & { id: string; Resources: Record<string, unknown>[]; detail: string }
}

/** Calls the SCIM API; a body that is a text is sent as it is. */
export async function callScim(
  t: TestApp,
  bearer: string,
  { method, path, body, base = '/scim/v2' }: { method: string; path: string; body?: unknown; base?: string },
): Promise<ScimResponse> {
  const response = await fetch(`${t.process.address}${base}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { http: response.status, body: (text === '' ? {} : JSON.parse(text)) as ScimResponse['body'] }
}
