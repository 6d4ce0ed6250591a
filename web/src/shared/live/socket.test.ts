import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEventHandlers } from './event-handlers.ts'
import { openLive, type Dial } from './socket.ts'

type Handler = (...args: unknown[]) => void

/** A socket controlled by the test. */
class PretendedSocket {
  connected = false
  active = true
  sent: string[] = []
  handlers = new Map<string, Handler>()
  volatile = { emit: (name: string, event: unknown) => this.sent.push(`${name} ${JSON.stringify(event)}`) }
  on = (name: string, handler: Handler) => this.handlers.set(name, handler)
  off = () => this.handlers.clear()
  emit = (name: string, event?: unknown) => this.sent.push(event ? `${name} ${JSON.stringify(event)}` : name)
  connect = () => this.sent.push('connects again')
  disconnect = () => {
    this.connected = false
    this.sent.push('closed')
  }
  happen(name: string, ...args: unknown[]): void {
    if (name === 'connect') this.connected = true
    if (name === 'disconnect') this.connected = false
    this.handlers.get(name)?.(...args)
  }
}

let socket: PretendedSocket
let dialOptions: unknown
let received: string[]
let questions: number
let visibility: string

function open() {
  const dial = (options: unknown) => {
    dialOptions = options
    return socket
  }
  return openLive(
    {
      token: 'secret',
      name: 'Dana Fox',
      handlers: createEventHandlers([]),
      onConnect: (isReconnect) => received.push(isReconnect ? 'connected again' : 'connected'),
      onDisconnect: () => received.push('disconnected'),
      onRefused: () => received.push('refused'),
      onNotificationsRequested: () => (questions += 1),
    },
    dial as unknown as Dial,
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  socket = new PretendedSocket()
  received = []
  questions = 0
  visibility = 'visible'
  vi.stubGlobal('document', {
    get visibilityState() {
      return visibility
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const polls = () => socket.sent.filter((entry) => entry === 'getUsage').length

describe('the live connection', () => {
  it('uses websocket only, at /ws, with the token as query parameter', () => {
    open()
    expect(dialOptions).toMatchObject({ path: '/ws', transports: ['websocket'], query: { token: 'secret' } })
  })

  it('requests notifications once, 1000 ms after connecting, and usage every 20000 ms from then on', () => {
    open()
    socket.happen('connect')
    expect(received).toEqual(['connected'])
    vi.advanceTimersByTime(999)
    expect(socket.sent).toEqual([])
    vi.advanceTimersByTime(1)
    expect(socket.sent).toEqual(['getNotificationsv2 {"user":"Dana Fox"}', 'getUsage'])
    vi.advanceTimersByTime(19_999)
    expect(polls()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(polls()).toBe(2)
    vi.advanceTimersByTime(60_000)
    expect(polls()).toBe(5)
    expect(socket.sent.filter((entry) => entry.startsWith('getNotificationsv2'))).toHaveLength(1)
    expect(questions).toBe(1)
  })

  it('stops polling on disconnect and restarts on reconnect', () => {
    open()
    socket.happen('connect')
    vi.advanceTimersByTime(1000)
    socket.happen('disconnect', 'transport close')
    vi.advanceTimersByTime(100_000)
    expect(polls()).toBe(1)
    socket.happen('connect')
    socket.happen('disconnect', 'transport close')
    vi.advanceTimersByTime(100_000)
    expect(polls()).toBe(1)
    socket.happen('connect')
    vi.advanceTimersByTime(21_000)
    expect(polls()).toBe(3)
    expect(received).toEqual(['connected', 'disconnected', 'connected again', 'disconnected', 'connected again'])
  })

  it('does not poll usage while the page is hidden', () => {
    open()
    socket.happen('connect')
    vi.advanceTimersByTime(1000)
    visibility = 'hidden'
    vi.advanceTimersByTime(60_000)
    expect(polls()).toBe(1)
    visibility = 'visible'
    vi.advanceTimersByTime(20_000)
    expect(polls()).toBe(2)
  })

  it('sends and receives nothing after it is closed', () => {
    const { close, sendTyping } = open()
    socket.happen('connect')
    close()
    vi.advanceTimersByTime(100_000)
    sendTyping({ contactId: 'maria', isTyping: true })
    socket.happen('disconnect', 'io client disconnect')
    expect(socket.sent).toEqual(['closed'])
    expect(received).toEqual(['connected'])
  })

  it('sends typing events only while connected', () => {
    const { sendTyping } = open()
    sendTyping({ contactId: 'maria', isTyping: true })
    socket.happen('connect')
    sendTyping({ contactId: 'maria', isTyping: false })
    expect(socket.sent).toEqual(['typing {"contactId":"maria","isTyping":false}'])
  })
})
