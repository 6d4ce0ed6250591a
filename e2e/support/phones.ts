import type { APIRequestContext } from '@playwright/test'

/** Puts a phone on the network of the simulated carrier, with a name to find it by. */
export async function ownPhone(request: APIRequestContext, phone: string, name: string): Promise<void> {
  const answer = await request.put(`/dev/carrier/control/handsets/${encodeURIComponent(phone)}`, { data: { name } })
  if (!answer.ok()) throw new Error(`the phone ${phone} could not be made: ${answer.status()}`)
}
