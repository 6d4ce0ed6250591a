import { randomUUID } from 'node:crypto'
import { makeScope } from '../../src/kernel/scope.ts'
import type { NewLine } from '../../src/modules/lines/index.ts'
import { LANE, queue } from '../../src/modules/messages/index.ts'
import type { Chance } from './chance.ts'
import type { Driven, Dump, Evidence, Taken } from './checkers.ts'
import type { Reached, Stage } from './stage.ts'

/** Asks for texts and remembers what was promised. */
export class Driver {
  readonly driven: Driven = { queued: [], acked: [], tried: [] }
  /** Posts that were answered after at least one lost answer. */
  retried = 0
  private readonly stage: Stage
  private readonly chance: Chance
  private nth = 0

  constructor(stage: Stage, chance: Chance) {
    this.stage = stage
    this.chance = chance
  }

  /** Queues one text to each of these workers in one transaction, as a broadcast does. */
  async queue(line: NewLine, workers: Reached[]): Promise<void> {
    const { kernel, org } = this.stage
    const facts = { id: org.id, country: 'US', timezone: 'America/Chicago', standing: 'active' as const }
    const scope = makeScope(kernel, facts, { kind: 'system', reason: 'faults' }, 'faults')
    const drafts = workers.map((worker) => ({
      id: kernel.world.id(),
      contactId: worker.id,
      lineId: line.id,
      from: line.phone,
      to: worker.phone,
      body: this.body('queued'),
      kind: 'broadcast' as const,
      senderId: null,
    }))
    await scope.tx((tx) => queue(tx, LANE.broadcast, drafts))
    this.driven.queued.push(...drafts.map((draft) => draft.body))
  }

  /** Posts one text and repeats the request with the same key until it is answered; sometimes asks once more after that. */
  async post(worker: Reached): Promise<void> {
    const key = randomUUID()
    const body = this.body('posted')
    this.driven.tried.push(body)
    const asked = JSON.stringify({ contactId: worker.id, body, clientMessageId: key })
    const again = this.chance.next() < 0.2
    for (let tries = 1, answers = 0; tries < 400; tries++) {
      // Another member each time would be another person's request; the key is the organization's, so it must not matter.
      const member = this.chance.one(this.stage.members)
      const messageId = await this.ask(member.token, asked)
      if (messageId === undefined) {
        await pause(this.chance.whole(50, 250))
        continue
      }
      this.driven.acked.push({ key, messageId, body })
      answers += 1
      if (answers === 1 && tries > 1) this.retried += 1
      if (answers === 2 || !again) return
    }
    throw new Error(`no answer to a POST after 400 tries`)
  }

  private async ask(token: string, body: string): Promise<string | undefined> {
    let answer: Response
    try {
      answer = await fetch(`${this.stage.address}/api/message`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(4_000),
      })
      const read = (await answer.json()) as { message?: { id: string } }
      if (answer.ok && read.message) return read.message.id
    } catch {
      return undefined
    }
    if (answer.status === 429 || answer.status >= 500) return undefined
    throw new Error(`POST /message answered ${answer.status}`)
  }

  private body(kind: string): string {
    this.nth += 1
    return `${kind} ${this.nth} of this run`
  }
}

/** Waits until nothing is on its way any more, at most so long; answers whether that came true. */
export async function settled(stage: Stage, options: { withLookup: boolean; withinMs: number }): Promise<boolean> {
  const open = options.withLookup
    ? ['queued', 'submitting', 'submitted', 'sent', 'unknown']
    : ['queued', 'submitting', 'submitted', 'sent']
  const end = performance.now() + options.withinMs
  for (;;) {
    const { rows } = await stage.sql.query<{ n: number }>(
      `select (select count(*) from message where direction = 'out' and state = any($1))
            + (select count(*) from outgoing_chunk) as n`,
      [open],
    )
    if (Number(rows[0]?.n) === 0) return true
    if (performance.now() > end) return false
    await pause(250)
  }
}

/** Everything the run left behind, as checkers read it. */
export async function gather(stage: Stage, driven: Driven): Promise<Evidence> {
  const messages = await stage.sql.query<Dump['messages'][number]>(
    `select id, state, body, client_message_id as "clientMessageId", attempts from message where direction = 'out' order by id`,
  )
  const history = await stage.sql.query<Dump['history'][number]>('select id, was, now from fault_history order by n')
  const chunked = await stage.sql.query<{ id: string }>('select unnest(message_ids) as id from outgoing_chunk')
  const text = await (await fetch(`${stage.carrierUrl}/control/ledger`)).text()
  return {
    dump: { messages: messages.rows, history: history.rows, chunked: chunked.rows.map((row) => row.id) },
    ledger: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Taken),
    driven,
  }
}

/** Waits. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
