import { createBroadcast, readBroadcast } from '@crewline/contract/broadcasts'
import type { AnyEndpoint } from '@crewline/contract/endpoint'
import { launchBroadcast, pauseBroadcast, resumeBroadcast, stopBroadcast } from '@crewline/contract/launch'
import { countRecipients } from '@crewline/contract/recipients'
import { callApi, type Answer, type RequestInput } from '../kit/test-app.ts'
import type { Barrier, BroadcastEvidence } from './broadcast-checkers.ts'
import type { Chance } from './chance.ts'
import { pause } from './driver.ts'
import { sendInbound, until } from './inbound-driver.ts'
import type { TestEnvironment } from './test-environment.ts'

/** States of a text that is with a carrier, or past the point of no return. */
const HANDED_OFF = ['submitting', 'unknown', 'submitted', 'sent', 'delivered', 'undelivered', 'failed']

/** Sends broadcasts as members do, and records what the product promised. */
export class BroadcastDriver {
  readonly barriers: Barrier[] = []
  /** The contacts of each broadcast. */
  readonly targeted = new Map<string, string[]>()
  /** Numbers whose receipts the carrier loses. */
  readonly silent = new Set<string>()
  private readonly environment: TestEnvironment
  private readonly chance: Chance
  private nth = 0

  constructor(environment: TestEnvironment, chance: Chance) {
    this.environment = environment
    this.chance = chance
  }

  /** Creates and launches a broadcast to these contacts, whose countdown is over at once; returns its id. */
  async send(contactIds: string[], lineId: string): Promise<string> {
    const id = this.environment.kernel.world.id()
    const audience = { contactIds }
    const message = { body: `Broadcast ${(this.nth += 1)} for {first_name|you}: the gate opens at six.` }
    const options = { lineId, quietHours: 'send' as const, quietReason: 'Fault runs run at night too' }
    const draft = { id, name: `Broadcast ${this.nth}`, audience, message, options }
    const { body } = await this.call(createBroadcast, { body: draft })
    const counted = await this.call(countRecipients, { body: { audience } })
    const expectedRecipients = counted.body.count.recipients
    const launch = { version: body.broadcast.version, expectedRecipients }
    await this.call(launchBroadcast, { params: { id }, body: launch }, 'broadcast_not_draft')
    this.targeted.set(id, contactIds)
    await this.endCountdown(id)
    return id
  }

  private async endCountdown(id: string): Promise<void> {
    await this.environment.sql.query(
      "update broadcast_run set starts_at = now() - interval '1 minute' where broadcast_id = $1 and state = 'waiting'",
      [id],
    )
  }

  /** Pauses a broadcast and notes which texts had left by then; undefined when it is over or paused already. */
  async pause(id: string): Promise<Barrier | undefined> {
    const answer = await this.call(pauseBroadcast, { params: { id } }, 'broadcast_not_sending')
    const state = await this.stateOf(id)
    return state === 'paused' ? this.raise('a pause', id, answer.body.handedOff) : undefined
  }

  /** Resumes a broadcast; texts may leave from then on. */
  async resume(id: string, barrier: Barrier | undefined): Promise<void> {
    if (barrier) barrier.untilEntry = (await this.ledger()).length
    await this.call(resumeBroadcast, { params: { id } }, 'broadcast_not_paused')
    // One that was paused before it began has a new countdown.
    await this.endCountdown(id)
  }

  /** Stops a broadcast for good and notes which texts had left by then. */
  async stop(id: string): Promise<void> {
    const answer = await this.call(stopBroadcast, { params: { id } }, 'broadcast_not_sending')
    if ((await this.stateOf(id)) === 'stopped') await this.raise('a stop', id, answer.body.handedOff)
  }

  /** Opts a contact out by text, and notes which texts had left when the opt-out was stored. */
  async optOut(phone: string): Promise<void> {
    const { environment } = this
    while ((await sendInbound(environment, phone, 'STOP')) !== 200) await pause(this.chance.integer(50, 250))
    await until(async () => {
      const stored = await environment.sql.query('select from consent where phone = $1 and opted_out', [phone])
      return stored.rows.length > 0
      // It waits on disk until a process lives long enough to store it.
    }, 600_000)
    const left = await environment.sql.query<{ id: string }>(
      'select id from message where phone_to = $1 and batch_id is not null and state = any($2)',
      [phone, HANDED_OFF],
    )
    const fromEntry = (await this.ledger()).length
    this.barriers.push({ what: 'an opt-out', phone, allowed: left.rows.map((row) => row.id), fromEntry })
  }

  /** Resumes what the circuit breaker paused. */
  async resumeAll(): Promise<void> {
    const paused = await this.environment.sql.query<{ id: string }>("select id from broadcast where state = 'paused'")
    for (const { id } of paused.rows) await this.resume(id, undefined)
  }

  /** Everything the carrier accepted, in order. */
  async ledger(): Promise<BroadcastEvidence['ledger']> {
    const text = await (await fetch(`${this.environment.carrierUrl}/control/ledger`)).text()
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as BroadcastEvidence['ledger'][number])
  }

  private async stateOf(id: string): Promise<string> {
    return (await this.call(readBroadcast, { params: { id } })).body.broadcast.state
  }

  private async raise(what: string, broadcastId: string, claimed: number | undefined): Promise<Barrier> {
    const { rows } = await this.environment.sql.query<{ runId: string; allowed: string[] }>(
      `select r.id as "runId", coalesce(array_agg(m.id) filter (where m.state = any($2)), '{}') as allowed
       from broadcast_run r left join message m on m.org_id = r.org_id and m.batch_id = r.id
       where r.broadcast_id = $1 group by r.id`,
      [broadcastId, HANDED_OFF],
    )
    const [row] = rows
    if (!row) throw new Error(`${what} of a broadcast without a run`)
    const fromEntry = (await this.ledger()).length
    const barrier = { what, ...row, fromEntry, ...(claimed === undefined ? {} : { claimed }) }
    this.barriers.push(barrier)
    return barrier
  }

  /**
   * Calls until there is an answer, because the product is killed meanwhile. `again` is the refusal when an earlier try
   * had succeeded without an answer.
   */
  private async call<E extends AnyEndpoint>(endpoint: E, input: RequestInput<E>, again?: string): Promise<Answer<E>> {
    for (let attempt = 1; attempt < 600; attempt++) {
      const { token } = this.chance.pick(this.environment.members)
      const answer = await callApi(this.environment.address, token, endpoint, input).catch(() => undefined)
      if (answer && (answer.http === 200 || (again && answer.body.code === again))) return answer
      if (answer && answer.http < 500 && answer.http !== 429)
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.http}: ${JSON.stringify(answer.body)}`)
      await pause(this.chance.integer(50, 250))
    }
    throw new Error(`no answer to ${endpoint.method} ${endpoint.path}`)
  }
}

/** Collects what the run left behind. */
export async function gatherBroadcasts(
  environment: TestEnvironment,
  driver: BroadcastDriver,
): Promise<BroadcastEvidence> {
  const query = async <Row extends object>(text: string): Promise<Row[]> =>
    (await environment.sql.query<Row>(text)).rows
  const runs = await query<{ id: string; state: string; broadcastId: string }>(
    'select id, state, broadcast_id as "broadcastId" from broadcast_run',
  )
  return {
    targeted: new Map(runs.map((run) => [run.id, driver.targeted.get(run.broadcastId) ?? []])),
    runs,
    recipients: await query(
      `select run_id as "runId", contact_id as "contactId", state, block_reason as reason, message_id as "messageId", segments,
        replied_at is not null as "isReplied", opted_out_at is not null as "isOptedOut" from broadcast_recipient`,
    ),
    tally: await query('select run_id as "runId", key, n from broadcast_tally'),
    messages: await query(
      'select id, batch_id as "runId", phone_to as "to", state from message where batch_id is not null and direction = \'out\'',
    ),
    chunked: (await query<{ id: string }>('select unnest(message_ids) as id from outgoing_chunk')).map((row) => row.id),
    ledger: await driver.ledger(),
    usage: (await query<{ n: number }>('select coalesce(sum(texts + mms), 0)::int as n from usage_month'))[0]?.n ?? 0,
    barriers: driver.barriers,
    history: await query(
      `select h.id, h.was, h.now from fault_history h
       where exists (select from message m where m.id = h.id and m.batch_id is not null and m.direction = 'out') order by n`,
    ),
    silent: driver.silent,
  }
}
