import { Agent, request } from 'undici'
import { holdAnswer } from './slow-database.ts'

const agent = new Agent()

/** A response with its text. */
export interface RawResponse {
  http: number
  text: string
  headers: Record<string, string | string[] | undefined>
}

/**
 * Sends one request unchanged and returns the response. Tests send tens of thousands, and fetch would need several
 * times the work for each, in the same process as the server.
 */
export async function sendHttpRequest(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string | undefined },
): Promise<RawResponse> {
  const answer = await request(url, {
    dispatcher: agent,
    method,
    headers: { accept: '*/*', 'user-agent': 'node', ...headers },
    body: body ?? null,
  })
  const text = await answer.body.text()
  await holdAnswer()
  return { http: answer.statusCode, text, headers: answer.headers }
}
