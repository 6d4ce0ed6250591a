import { login, logout, me } from '@crewline/contract/accounts'
import { analytics } from '@crewline/contract/analytics'
import { pageBroadcasts } from '@crewline/contract/broadcasts'
import { createContact, editContact } from '@crewline/contract/contacts'
import type { AnyEndpoint } from '@crewline/contract/endpoint'
import { conversation, conversations, readConversation } from '@crewline/contract/inbox'
import { searchMessages } from '@crewline/contract/search'
import { io } from 'socket.io-client'
import { PASSWORD } from '../kit/cast.ts'
import { callApi, type Answer, type RequestInput } from '../kit/test-app.ts'
import type { BroadcastDriver } from './broadcast-driver.ts'
import type { Chance } from './chance.ts'
import { Driver, pause } from './driver.ts'
import { sendInbound } from './inbound-driver.ts'
import type { Reached, TestEnvironment } from './test-environment.ts'

/** How many browsers are connected at a time, and how long each stays, in seconds. */
const BROWSERS = 12
const STAY_S = [20, 150] as const
const BROADCAST_EVERY_S = 240
/** How many people a broadcast goes to. */
const CROWD = 200
/** One in so many texts comes from a number that is not a contact yet. */
const STRANGERS = 40

/** What happens in a second, by the number of texts that arrive in it. */
const perSecond = (inbound: number) => ({
  inbound,
  reply: inbound * 0.35,
  'inbox page': inbound * 0.12,
  'contact change': inbound * 0.08,
  'new contact': inbound * 0.01,
  'broadcast page': 1 / 30,
  dashboard: 1 / 20,
  search: 1 / 15,
  'log-in': 1 / 30,
  broadcast: 1 / BROADCAST_EVERY_S,
})

/** A mixed load of members and their people, as steady as a clock. */
export class SoakLoad {
  readonly driver: Driver
  /** Texts of people that the product answered with 200. */
  readonly accepted: { from: string; body: string }[] = []
  /** What was refused or not answered. */
  readonly refused: string[] = []
  /** How often each action was done. */
  readonly done = new Map<string, number>()
  /** Events that arrived at browsers. */
  events = 0
  private readonly environment: TestEnvironment
  private readonly broadcasts: BroadcastDriver
  private readonly chance: Chance
  private readonly open = new Set<Promise<void>>()
  private isOver = false
  private nth = 0

  constructor(environment: TestEnvironment, broadcasts: BroadcastDriver, chance: Chance) {
    this.environment = environment
    this.broadcasts = broadcasts
    this.chance = chance
    this.driver = new Driver(environment, chance)
  }

  /** Drives the load for a time and resolves when every action has ended. */
  async drive(forMs: number, inboundPerSecond: number): Promise<void> {
    const actions: Record<keyof ReturnType<typeof perSecond>, () => Promise<void>> = {
      inbound: () => this.receive(),
      reply: () => this.reply(),
      'inbox page': () => this.readInbox(),
      'contact change': () => this.changeContact(),
      'new contact': () => this.addContact(),
      'broadcast page': async () => void (await this.call(pageBroadcasts, { query: {} })),
      dashboard: async () => void (await this.call(analytics, { query: {} })),
      search: async () =>
        void (await this.call(searchMessages, { query: { phrase: `run ${this.chance.integer(1, 99)}` } })),
      'log-in': () => this.logIn(),
      broadcast: () => this.broadcast(),
    }
    const rates = perSecond(inboundPerSecond)
    const loops = Object.entries(actions).map(([name, act]) => this.pace(name, rates[name as keyof typeof rates], act))
    const browsers = Array.from({ length: BROWSERS }, () => this.browse())
    await pause(forMs)
    this.isOver = true
    await Promise.all([...loops, ...browsers])
    await Promise.all(this.open)
  }

  /** Starts an action at equal distances; one that is slow does not delay the next. */
  private async pace(name: string, rate: number, act: () => Promise<void>): Promise<void> {
    let nextAt = performance.now() + this.chance.next() * (1000 / rate)
    for (;;) {
      while (!this.isOver && performance.now() < nextAt)
        await pause(Math.min(1_000, Math.max(1, nextAt - performance.now())))
      if (this.isOver) return
      nextAt += 1000 / rate
      const running: Promise<void> = act()
        .then(() => void this.done.set(name, (this.done.get(name) ?? 0) + 1))
        .catch((error: unknown) => void this.refused.push(`${name}: ${(error as Error).message}`))
        .finally(() => this.open.delete(running))
      this.open.add(running)
    }
  }

  private async receive(): Promise<void> {
    const n = (this.nth += 1)
    // Numbers beyond those of the contacts.
    const isStranger = n % STRANGERS === 0
    const from = isStranger ? `+1415${String(7_000_000 + n)}` : this.anyone().phone
    const body = `arrived ${n} in this run: can I swap my shift?`
    const status = await sendInbound(this.environment, from, body)
    if (status !== 200) throw new Error(`answered ${status}`)
    this.accepted.push({ from, body })
  }

  /** Opens a thread, reads it and answers. */
  private async reply(): Promise<void> {
    const contact = this.anyone()
    await this.call(conversation, { params: { id: contact.id }, query: {} }, ['contact_not_found', 'not_found'])
    await this.call(readConversation, { query: { id: contact.id }, body: {} }, ['contact_not_found', 'not_found'])
    await this.driver.post(contact)
  }

  private async readInbox(): Promise<void> {
    const status = this.chance.pick(['open', 'open', 'unanswered'] as const)
    await this.call(conversations, { query: { status } })
  }

  private async changeContact(): Promise<void> {
    const jobTitle = this.chance.pick(['Picker', 'Packer', 'Driver', 'Cook', 'Nurse'])
    const location = `Site ${this.chance.integer(1, 9)}`
    await this.call(editContact, { query: { id: this.anyone().id }, body: { jobTitle, location } })
  }

  private async addContact(): Promise<void> {
    const phone = `+1415${String(8_000_000 + (this.nth += 1))}`
    await this.call(createContact, { body: { firstname: 'New', lastname: String(this.nth), phone } })
  }

  private async logIn(): Promise<void> {
    const { address, members } = this.environment
    const member = this.chance.pick(members)
    const answer = await callApi(address, null, login, { body: { email: member.email, password: PASSWORD } })
    if (answer.http !== 200) throw new Error(`answered ${answer.http} ${answer.body.code}`)
    const { token } = answer.body
    if (token === undefined) throw new Error('a log-in without a session')
    await callApi(address, token, me, {})
    await pause(this.chance.integer(1_000, 20_000))
    await callApi(address, token, logout, {})
  }

  private async broadcast(): Promise<void> {
    const { contacts, fast } = this.environment
    const from = this.chance.integer(0, contacts.length - CROWD)
    await this.broadcasts.send(
      contacts.slice(from, from + CROWD).map(({ id }) => id),
      fast.id,
    )
  }

  /** One browser after the other: connected for a while, looking at threads and typing. */
  private async browse(): Promise<void> {
    while (!this.isOver) {
      const { id, token } = this.chance.pick(this.environment.members)
      const socket = io(this.environment.address, {
        ...{ path: '/ws', addTrailingSlash: false, transports: ['websocket'], query: { token }, forceNew: true },
        reconnection: false,
      })
      socket.onAny(() => (this.events += 1))
      socket.on('connect_error', (error) => this.refused.push(`a connection: ${error.message}`))
      socket.on('connect', () => {
        socket.emit('getNotificationsv2', { user: id })
        socket.emit('getUsage')
      })
      const until = performance.now() + this.chance.integer(...STAY_S) * 1000
      while (!this.isOver && performance.now() < until) {
        await pause(5_000)
        const contactId = this.anyone().id
        socket.emit('presence', { contactId })
        if (this.chance.next() < 0.3) socket.emit('typing', { contactId, isTyping: true })
      }
      socket.disconnect()
      this.done.set('connection', (this.done.get('connection') ?? 0) + 1)
    }
  }

  private anyone(): Reached {
    return this.chance.pick(this.environment.contacts)
  }

  private async call<E extends AnyEndpoint>(
    endpoint: E,
    input: RequestInput<E>,
    mayBe: string[] = [],
  ): Promise<Answer<E>> {
    const { token } = this.chance.pick(this.environment.members)
    const answer = await callApi(this.environment.address, token, endpoint, input)
    if (answer.http !== 200 && !mayBe.includes(answer.body.code ?? ''))
      throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.http} ${answer.body.code}`)
    return answer
  }
}
