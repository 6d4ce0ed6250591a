import { request } from 'undici'
import type { Account, NumberAtCarrier } from '../carrier.ts'

/** Registers a number with the simulator in its own format. Throws when the simulator refuses it. */
export async function setUpAtSimulator(
  baseUrl: string,
  dialect: 'native' | 'twilio' | 'telnyx',
  account: Account,
  number: NumberAtCarrier,
): Promise<void> {
  const { phone, label, inboundUrl, voiceUrl, isNew } = number
  const answer = await request(`${baseUrl}/control/numbers/${encodeURIComponent(phone)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ dialect, ...account, label, inboundUrl, voiceUrl, isNew }),
  })
  await answer.body.dump()
  if (answer.statusCode >= 300)
    throw new Error(`the simulator answered ${answer.statusCode} when the number ${phone} was set up`)
}
