import { createHmac } from 'node:crypto'

/** Signs a webhook as Finch does: over id, time and raw body, with the secret as base64. */
export function signatureOf(body: string, about: { id: string; atS: number; secret: string }): string {
  const { id, atS, secret } = about
  return `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${atS}.${body}`).digest('base64')}`
}

/** Posts one event to the product once, signed; returns the status of the answer, or 0 when none came. */
export async function postEvent(
  event: object,
  { url, secret, id }: { url: string; secret: string; id: string },
): Promise<number> {
  const body = JSON.stringify(event)
  const atS = Math.floor(Date.now() / 1_000)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'finch-event-id': id,
        'finch-timestamp': String(atS),
        'finch-signature': signatureOf(body, { id, atS, secret }),
      },
      body,
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}
