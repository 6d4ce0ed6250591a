import { request } from 'node:http'
import type { TestApp } from './test-app.ts'

/** The headers of a browser in which a person opens a link. */
export const PERSON: Readonly<Record<string, string>> = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'sec-fetch-mode': 'navigate',
}

/** Opens an address of the product without following it. `fetch` would name its own mode instead of the browser's. */
export function openLink(
  t: TestApp,
  address: string,
  headers: Readonly<Record<string, string>> = PERSON,
): Promise<{ status: number; location: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const { pathname, search } = new URL(address)
    const asked = request(`${t.process.address}${pathname}${search}`, { headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, text }))
    })
    asked.on('error', reject).end()
  })
}
