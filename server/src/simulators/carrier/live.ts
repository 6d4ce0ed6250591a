import type { FastifyReply } from 'fastify'
import type { NetworkEvent, Network } from './network.ts'
import { handsetJson, textJson } from './answers.ts'

const BEHIND_MAX_BYTES = 2 * 1024 * 1024
const HEARTBEAT_MS = 20_000

type Viewer = { reply: FastifyReply; phones: Set<string> | null }

export type Live = {
  open: (reply: FastifyReply, phones: Set<string> | null) => void
  sendTyping: (phone: string) => void
  close: () => void
}

/**
 * Sends network events to open phone pages as server-sent events; a viewer may limit itself to some phones. A viewer
 * that falls 2 MB behind is disconnected; EventSource reconnects automatically.
 */
export function createLive(network: Network): Live {
  const viewers = new Set<Viewer>()

  const write = (viewer: Viewer, frame: string): void => {
    const { raw } = viewer.reply
    if (!raw.destroyed && raw.writableLength <= BEHIND_MAX_BYTES) return void raw.write(frame)
    viewers.delete(viewer)
    raw.destroy()
  }
  const send = (phone: string | null, event: Record<string, unknown>): void => {
    if (viewers.size === 0) return
    const frame = `data: ${JSON.stringify(event)}\n\n`
    for (const viewer of viewers) {
      if (phone !== null && viewer.phones && !viewer.phones.has(phone)) continue
      write(viewer, frame)
    }
  }
  const forwardEvent = (event: NetworkEvent): void => {
    if (viewers.size === 0) return
    if (event.type === 'carrier') return send(null, { type: 'carrier', carrier: event.carrier })
    const { type, phone } = event
    if (event.type === 'handset') return send(phone, { type, phone, handset: handsetJson(event.handset) })
    send(phone, { type, phone, text: textJson(event.text) })
  }
  network.events.on('event', forwardEvent)

  const heartbeat = setInterval(() => {
    for (const viewer of viewers) write(viewer, ': still here\n\n')
  }, HEARTBEAT_MS).unref()

  return {
    open: (reply, phones) => {
      const viewer = { reply, phones }
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      reply.raw.write('retry: 1000\n\n')
      reply.raw.on('error', () => viewers.delete(viewer))
      reply.raw.once('close', () => viewers.delete(viewer))
      viewers.add(viewer)
    },
    sendTyping: (phone) => send(phone, { type: 'typing', phone }),
    close: () => {
      clearInterval(heartbeat)
      network.events.off('event', forwardEvent)
      for (const viewer of viewers) viewer.reply.raw.end()
      viewers.clear()
    },
  }
}
