import { randomUUID } from 'node:crypto'
import { makeScope } from '../../src/kernel/scope.ts'
import type { NewLine } from '../../src/modules/lines/index.ts'
import { LANE, queue } from '../../src/modules/messages/index.ts'
import type { Chance } from './chance.ts'
import type { Driven, Dump, Evidence, LedgerMessage } from './checkers.ts'
import type { Reached, TestEnvironment } from './test-environment.ts'

/** Sends messages and records what was promised. */
export class Driver {
  readonly driven: Driven = { queued: [], acked: [], attempted: [] }
  /** Posts answered after at least one lost response. */
  retried = 0
  /** What requests got that were not answered, or with an error of the server. */
  readonly failures: string[] = []
  private readonly environment: TestEnvironment
  private readonly chance: Chance
  private nth = 0

  constructor(environment: TestEnvironment, chance: Chance) {
    this.environment = environment
    this.chance = chance
  }

  /** Queues one message to each of these contacts in one transaction, as a broadcast does. */
  async queue(line: NewLine, contacts: Reached[]): Promise<void> {
    const { kernel, org } = this.environment
    const orgSummary = { id: org.id, country: 'US', timezone: 'America/Chicago', status: 'active' as const }
    const scope = makeScope(kernel, orgSummary, { kind: 'system', reason: 'faults' }, 'faults')
    const drafts = contacts.map((contact) => ({
      id: kernel.world.id(),
      contactId: contact.id,
      lineId: line.id,
      from: line.phone,
      to: contact.phone,
      body: this.body('queued'),
      kind: 'broadcast' as const,
      senderId: null,
    }))
    await scope.tx((tx) => queue(tx, LANE.broadcast, drafts))
    this.driven.queued.push(...drafts.map((draft) => draft.body))
  }

  /**
   * Posts one message and repeats the request with the same key until it is answered; sometimes repeats it once more.
   */
  async post(contact: Reached): Promise<void> {
    const key = randomUUID()
    const body = this.body('posted')
    this.driven.attempted.push(body)
    const requestBody = JSON.stringify({ contactId: contact.id, body, clientMessageId: key })
    const shouldRepeat = this.chance.next() < 0.2
    for (let attempt = 1, answers = 0; attempt < 400; attempt++) {
      // Retries may come from another member: the key belongs to the organization, so the member must not matter.
      const member = this.chance.pick(this.environment.members)
      const messageId = await this.postOnce(member.token, requestBody)
      if (messageId === undefined) {
        await pause(this.chance.integer(50, 250))
        continue
      }
      this.driven.acked.push({ key, messageId, body })
      answers += 1
      if (answers === 1 && attempt > 1) this.retried += 1
      if (answers === 2 || !shouldRepeat) return
    }
    throw new Error(`no response to a POST after 400 tries`)
  }

  private async postOnce(token: string, body: string): Promise<string | undefined> {
    let answer: Response
    try {
      answer = await fetch(`${this.environment.address}/api/message`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(4_000),
      })
      const read = (await answer.json()) as { message?: { id: string } }
      if (answer.ok && read.message) return read.message.id
    } catch (error) {
      this.failures.push(`POST /message: ${(error as Error).message}`)
      return undefined
    }
    if (answer.status >= 500) this.failures.push(`POST /message: ${answer.status}`)
    if (answer.status === 429 || answer.status >= 500) return undefined
    throw new Error(`POST /message answered ${answer.status}`)
  }

  private body(kind: string): string {
    this.nth += 1
    return `${kind} ${this.nth} of this run`
  }
}

/** Waits until nothing is on its way any more, up to a time limit; returns whether that was reached. */
export async function settled(
  environment: TestEnvironment,
  options: { withLookup: boolean; withinMs: number },
): Promise<boolean> {
  const open = options.withLookup
    ? ['queued', 'submitting', 'submitted', 'sent', 'unknown']
    : ['queued', 'submitting', 'submitted', 'sent']
  const end = performance.now() + options.withinMs
  for (;;) {
    const { rows } = await environment.sql.query<{ n: number }>(
      `select (select count(*) from message where direction = 'out' and state = any($1))
            + (select count(*) from outgoing_chunk) as n`,
      [open],
    )
    if (Number(rows[0]?.n) === 0) return true
    if (performance.now() > end) return false
    await pause(250)
  }
}

/** Collects what the run left behind, for the checkers. */
export async function gather(environment: TestEnvironment, driven: Driven): Promise<Evidence> {
  const messages = await environment.sql.query<Dump['messages'][number]>(
    `select id, state, body, client_message_id as "clientMessageId", attempts from message where direction = 'out' order by id`,
  )
  const history = await environment.sql.query<Dump['history'][number]>(
    'select id, was, now from fault_history order by n',
  )
  const chunked = await environment.sql.query<{ id: string }>('select unnest(message_ids) as id from outgoing_chunk')
  return {
    dump: { messages: messages.rows, history: history.rows, chunked: chunked.rows.map((row) => row.id) },
    ledger: await readLedger(environment),
    driven,
  }
}

/** Reads every text that the carrier accepted, in order. */
export async function readLedger({ carrierUrl }: TestEnvironment): Promise<LedgerMessage[]> {
  const text = await (await fetch(`${carrierUrl}/control/ledger`)).text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LedgerMessage)
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
