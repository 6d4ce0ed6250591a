import type { FastifyInstance } from 'fastify'
import type { Fields } from './fields.ts'
import { ownerOfMedia, recordingsOfCall } from './inbound.ts'
import type { Shelf } from './media.ts'
import type { Network } from './network.ts'
import { isAuthorized, refuse, VERSION } from './twilio.ts'

const STORE = 'mms.twiliocdn.com'

type Path = { Params: { account: string; sid: string; media: string }; Querystring: Fields }

/**
 * Mounts Twilio's media and recordings: https://www.twilio.com/docs/messaging/api/media-resource. The API
 * redirects a file request to storage on another host; here that host is a folder.
 */
export function mountTwilioFiles(app: FastifyInstance, network: Network, shelf: Shelf): void {
  const base = `/${VERSION}/Accounts/:account`
  app.get<Path>(`${base}/Messages/:sid/Media.json`, async (request, reply) => {
    const { account, sid } = request.params
    if (!isAuthorized(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    const text = network.typed.findLast(
      (candidate) => candidate.id === sid && network.lines.get(candidate.to)?.account === account,
    )
    const list = (text?.media ?? []).map((file) => ({
      sid: file.id,
      account_sid: account,
      parent_sid: sid,
      content_type: file.mime,
      date_created: new Date(text?.at ?? 0).toUTCString().replace('GMT', '+0000'),
      uri: `/${VERSION}/Accounts/${account}/Messages/${sid}/Media/${file.id}.json`,
    }))
    return { media_list: list, ...onePage(request.url, list.length) }
  })

  app.get<Path>(`${base}/Messages/:sid/Media/:media`, async (request, reply) => {
    const { account, media } = request.params
    if (!isAuthorized(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    if (ownerOfMedia(network, media)?.account !== account) return refuse(reply, 404, 20404, 'There is no such file')
    return reply.redirect(`https://${STORE}/${account}/${media}`, 307)
  })

  app.get<Path>(`/${STORE}/:account/:media`, async (request, reply) => {
    const { account, media } = request.params
    const owner = ownerOfMedia(network, media)
    const bytes = owner?.account === account ? await shelf.read(media) : null
    return owner && bytes ? reply.type(owner.mime).send(bytes) : refuse(reply, 404, 20404, 'There is no such file')
  })

  app.get<Path>(`${base}/Recordings/:sid`, async (request, reply) => {
    const { account, sid } = request.params
    if (!isAuthorized(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    const owner = ownerOfMedia(network, sid)
    const bytes = owner?.account === account ? await shelf.read(sid) : null
    return owner && bytes ? reply.type(owner.mime).send(bytes) : refuse(reply, 404, 20404, 'There is no such recording')
  })

  app.get<Path>(`${base}/Calls/:sid/Recordings.json`, async (request, reply) => {
    const { account, sid } = request.params
    if (!isAuthorized(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    if (network.carrier.mode === 'outage') return refuse(reply, 503, 20503, 'Service unavailable')
    const recordings = recordingsOfCall(network, account, sid).map((recording) => ({
      sid: recording.media.id,
      account_sid: account,
      call_sid: sid,
      duration: String(recording.durationSec),
      status: 'completed',
    }))
    return { recordings, ...onePage(request.url, recordings.length) }
  })
}

/** Wraps a list that fits one page: https://www.twilio.com/docs/usage/twilios-response */
export function onePage(uri: string, count: number): Record<string, unknown> {
  const pageInfo = { start: 0, end: Math.max(count - 1, 0), page: 0, page_size: 50 }
  return { ...pageInfo, uri, first_page_uri: uri, next_page_uri: null, previous_page_uri: null }
}
