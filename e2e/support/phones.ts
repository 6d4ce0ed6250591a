import type { APIRequestContext } from '@playwright/test'

/** Registers a phone on the simulated network, with a name. */
export async function registerPhone(request: APIRequestContext, phone: string, name: string): Promise<void> {
  const answer = await request.put(`/dev/carrier/control/handsets/${encodeURIComponent(phone)}`, { data: { name } })
  if (!answer.ok()) throw new Error(`the phone ${phone} could not be made: ${answer.status()}`)
}
