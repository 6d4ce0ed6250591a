import type { FastifyInstance, FastifyReply } from 'fastify'
import { optionalText, textField, type Fields } from './fields.ts'
import type { Shelf } from './media.ts'
import { accountOf, refuse } from './native.ts'
import { listedTexts, ownerOfMedia } from './inbound.ts'
import type { Network } from './network.ts'
import { nativeInbound } from './payloads.ts'

const PAGE = 200

/**
 * Mounts what a customer of the native dialect can read: its numbers, contacts' messages, files of messages and calls.
 */
export function mountNativeFiles(app: FastifyInstance, network: Network, shelf: Shelf): void {
  app.get<{ Params: { phone: string } }>('/v1/numbers/:phone', async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return unknownKey(reply)
    const line = network.lines.get(request.params.phone)
    if (line?.account !== account || line.dialect !== 'native')
      return refuse(reply, 404, 20404, 'The number is not one of this account')
    return { number: line.number, label: line.label }
  })

  app.get<{ Querystring: Fields }>('/v1/inbound', async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return unknownKey(reply)
    if (network.carrier.mode === 'outage') return refuse(reply, 503, 20503, 'The carrier is not available')
    const since = Date.parse(textField(request.query, 'since')) || 0
    const until = Date.parse(textField(request.query, 'until')) || Number.MAX_SAFE_INTEGER
    const to = optionalText(request.query, 'to')
    const listed = listedTexts(
      network,
      account,
      (text) => text.at >= since && text.at <= until && (!to || text.to === to),
    )
    const after = textField(request.query, 'after')
    const start = after === '' ? 0 : listed.findIndex((text) => text.id === after) + 1
    const page = listed.slice(start, start + PAGE)
    return { texts: page.map(nativeInbound), next: listed.length > start + PAGE ? (page.at(-1)?.id ?? null) : null }
  })

  app.get<{ Params: { id: string } }>('/v1/media/:id', async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return unknownKey(reply)
    const owner = ownerOfMedia(network, request.params.id)
    const bytes = owner?.account === account ? await shelf.read(request.params.id) : null
    if (!owner || !bytes) return refuse(reply, 404, 20404, 'There is no such file')
    return reply.type(owner.mime).send(bytes)
  })
}

function unknownKey(reply: FastifyReply): unknown {
  return refuse(reply, 401, 20003, 'The key is not known')
}
