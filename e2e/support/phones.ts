import type { APIRequestContext } from '@playwright/test'

/** Returns the texts that a phone of the simulated network got, oldest first. */
export async function textsOn(request: APIRequestContext, phone: string): Promise<string[]> {
  const answer = await request.get(`/dev/carrier/control/handsets/${encodeURIComponent(phone)}`)
  const { texts } = (await answer.json()) as { texts: { from: string; body: string }[] }
  return texts.flatMap(({ from, body }) => (from === phone ? [] : [body]))
}

/** Registers a phone on the simulated network, with a name. */
export async function registerPhone(request: APIRequestContext, phone: string, name: string): Promise<void> {
  const answer = await request.put(`/dev/carrier/control/handsets/${encodeURIComponent(phone)}`, { data: { name } })
  if (!answer.ok()) throw new Error(`the phone ${phone} could not be made: ${answer.status()}`)
}
