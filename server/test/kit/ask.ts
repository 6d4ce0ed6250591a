import { Agent, request } from 'undici'

const agent = new Agent()

/** An answer with its text. */
export interface Asked {
  http: number
  text: string
  headers: Record<string, string | string[] | undefined>
}

/**
 * Sends one request as it is and answers what came back. Tests make tens of thousands of them, and fetch would take several
 * times the work for each, in the process of the server they ask.
 */
export async function ask(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string | undefined },
): Promise<Asked> {
  const answer = await request(url, {
    dispatcher: agent,
    method,
    headers: { accept: '*/*', 'user-agent': 'node', ...headers },
    body: body ?? null,
  })
  return { http: answer.statusCode, text: await answer.body.text(), headers: answer.headers }
}
