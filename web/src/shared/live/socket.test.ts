import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hearAll } from './hear.ts'
import { openLive, type Dial } from './socket.ts'

type Handler = (...args: unknown[]) => void

/** A socket whose other end is the test. */
class PretendedSocket {
  connected = false
  active = true
  told: string[] = []
  handlers = new Map<string, Handler>()
  volatile = { emit: (name: string, event: unknown) => this.told.push(`${name} ${JSON.stringify(event)}`) }
  on = (name: string, handler: Handler) => this.handlers.set(name, handler)
  off = () => this.handlers.clear()
  emit = (name: string, event?: unknown) => this.told.push(event ? `${name} ${JSON.stringify(event)}` : name)
  connect = () => this.told.push('connects again')
  disconnect = () => {
    this.connected = false
    this.told.push('closed')
  }
  happen(name: string, ...args: unknown[]): void {
    if (name === 'connect') this.connected = true
    if (name === 'disconnect') this.connected = false
    this.handlers.get(name)?.(...args)
  }
}

let socket: PretendedSocket
let asked: unknown
let heard: string[]
let questions: number
let visibility: string

function open() {
  const dial = (options: unknown) => {
    asked = options
    return socket
  }
  return openLive(
    {
      token: 'secret',
      name: 'Dana Fox',
      ears: hearAll([]),
      onConnect: (again) => heard.push(again ? 'connected again' : 'connected'),
      onDisconnect: () => heard.push('disconnected'),
      onRefused: () => heard.push('refused'),
      onAsk: () => (questions += 1),
    },
    dial as unknown as Dial,
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  socket = new PretendedSocket()
  heard = []
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

const polls = () => socket.told.filter((one) => one === 'getUsage').length

describe('the live connection', () => {
  it('goes by websocket only, to /ws, with the token as query parameter', () => {
    open()
    expect(asked).toMatchObject({ path: '/ws', transports: ['websocket'], query: { token: 'secret' } })
  })

  it('asks for notifications once, 1000 ms after it is there, and from then on for usage every 20000 ms', () => {
    open()
    socket.happen('connect')
    expect(heard).toEqual(['connected'])
    vi.advanceTimersByTime(999)
    expect(socket.told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(socket.told).toEqual(['getNotificationsv2 {"user":"Dana Fox"}', 'getUsage'])
    vi.advanceTimersByTime(19_999)
    expect(polls()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(polls()).toBe(2)
    vi.advanceTimersByTime(60_000)
    expect(polls()).toBe(5)
    expect(socket.told.filter((one) => one.startsWith('getNotificationsv2'))).toHaveLength(1)
    expect(questions).toBe(1)
  })

  it('stops asking when it is gone, and begins anew when it is back', () => {
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
    expect(heard).toEqual(['connected', 'disconnected', 'connected again', 'disconnected', 'connected again'])
  })

  it('does not ask for usage while nobody looks', () => {
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

  it('says nothing more and hears nothing more once it is closed', () => {
    const { close, tellTyping } = open()
    socket.happen('connect')
    close()
    vi.advanceTimersByTime(100_000)
    tellTyping({ contactId: 'maria', isTyping: true })
    socket.happen('disconnect', 'io client disconnect')
    expect(socket.told).toEqual(['closed'])
    expect(heard).toEqual(['connected'])
  })

  it('tells of the writing only while it is there', () => {
    const { tellTyping } = open()
    tellTyping({ contactId: 'maria', isTyping: true })
    socket.happen('connect')
    tellTyping({ contactId: 'maria', isTyping: false })
    expect(socket.told).toEqual(['typing {"contactId":"maria","isTyping":false}'])
  })
})
