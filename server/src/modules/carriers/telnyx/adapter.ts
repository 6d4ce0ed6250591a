import { CARRIER_CALL_MS } from '@crewline/contract/limits'
import type { World } from '../../../kernel/world.ts'
import type { Account, Carrier } from '../carrier.ts'
import { carrierPool, SUBMIT_CONNECTIONS, submitPool } from '../connection.ts'
import { openMedia } from '../media.ts'
import { Permits } from '../permits.ts'
import { setUpAtSimulator } from '../simulated/set-up.ts'
import { makeClients, outcomeOfTelnyx } from './client.ts'
import { openingAtTelnyx } from './hosts.ts'
import { handleMessage } from './inbound.ts'
import { buyNumber, releaseNumber, searchNumbers, verifyNumber } from './numbers.ts'
import { listIncoming, listSent } from './records.ts'
import { telnyxRegistrar } from './registrar.ts'

/**
 * Creates the Telnyx carrier on the official SDK. A message carries nothing of ours but the address of its receipts, and
 * the send endpoint declares no idempotency key
 * (https://developers.telnyx.com/docs/development/api-fundamentals/idempotency). Therefore no more messages are marked as
 * submitting than are in flight, and an unclear outcome stays `unknown` until a receipt resolves it. Telnyx has no
 * parameter for how long it may try. Calls are not answered.
 */
export function telnyxCarrier(world: World, simulatorUrl: string | undefined): Carrier {
  const clients = makeClients(simulatorUrl)
  const clientOf = (account: Account) => clients(account, { pool: carrierPool, timeoutMs: CARRIER_CALL_MS })
  return {
    name: 'telnyx',
    concurrency: 20,
    maxOpenSubmissions: 20,
    permits: new Permits(SUBMIT_CONNECTIONS),
    submit: async (account, text, timeoutMs) => {
      try {
        const client = await clients(account, { pool: submitPool, timeoutMs, isSubmit: true })
        const { data } = await client.messages.send({
          from: text.from,
          to: text.to,
          type: text.mediaUrls.length === 0 ? 'SMS' : 'MMS',
          ...(text.body === '' ? {} : { text: text.body }),
          ...(text.mediaUrls.length === 0 ? {} : { media_urls: text.mediaUrls }),
          webhook_url: text.callbackUrl,
        })
        return data?.id ? { kind: 'accepted', carrierId: data.id } : { kind: 'unknown', why: 'response without an id' }
      } catch (error) {
        return outcomeOfTelnyx(error, world)
      }
    },
    handleMessage: (account, request) => handleMessage(account, request, world.now()),
    // No call webhook of Telnyx leads here, so whatever arrives was not sent by Telnyx.
    handleCall: () => Promise.resolve('forged'),
    answerCall: () => ({ type: 'text/plain', body: '' }),
    fetchMedia: (_account, url) => openMedia(url, (at) => openingAtTelnyx(at, simulatorUrl)),
    verify: async (account, phone) => verifyNumber(await clientOf(account), phone),
    numbers: {
      search: async (account, wish) => searchNumbers(await clientOf(account), wish),
      buy: async (account, number) => buyNumber(await clientOf(account), number),
      release: async (account, phone) => releaseNumber(await clientOf(account), phone),
    },
    registrar: telnyxRegistrar(clientOf),
    list: async (account, span, findNew) => listIncoming(await clientOf(account), span, findNew),
    listSent: async (account, span) => listSent(await clientOf(account), span),
    ...(simulatorUrl === undefined
      ? {}
      : ({
          setUp: (account, { phone, label, inboundUrl, isNew }) =>
            setUpAtSimulator(simulatorUrl, 'telnyx', account, {
              phone,
              label,
              inboundUrl,
              ...(isNew ? { isNew } : {}),
            }),
        } satisfies Partial<Carrier>)),
  }
}
