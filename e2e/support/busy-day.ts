import type { Chance } from '../../server/test/faults/chance.ts'
import type { TestEnvironment } from '../../server/test/faults/test-environment.ts'

/** The simultaneous actions of a busy team and its contacts. */
export interface BusyDay {
  /** How often each action was done. */
  actionCounts: Record<string, number>
  /** Sends one text from every contact, so that each has a conversation. */
  begin(): Promise<void>
  /** Plays this many actions, several at once; rejects when one is refused. */
  play(many: number): Promise<void>
  /** Plays actions one after another until `isOver` returns true. */
  playUntil(isOver: () => boolean): Promise<void>
  /** Whether every message has reached its final status. */
  isSettled(): Promise<boolean>
}

interface Cast {
  /** Addresses of the server processes. */
  addresses: string[]
  /** Members who answer; each has a rate limit per minute. */
  actors: { id: string; token: string }[]
  /** Members whose pages are watched; they also read in other places. */
  watched: { id: string; token: string }[]
  /** Indexes of the contacts that are texted more than others. */
  favourites: number[]
}

const AT_ONCE = 8
const HOUR_MS = 3_600_000

/** Contacts text, teammates answer, reassign, archive, snooze and read; every text is unique. */
export function busyDay(environment: TestEnvironment, cast: Cast, chance: Chance): BusyDay {
  let textCount = 0
  let turn = 0
  const actionCounts: Record<string, number> = {}
  const pickContact = () =>
    environment.contacts[
      chance.next() < 0.3 ? chance.pick(cast.favourites) : chance.integer(0, environment.contacts.length - 1)
    ] ?? environment.contacts[0]!
  const actor = () => cast.actors[turn++ % cast.actors.length]!

  async function callApi(member: { token: string }, method: string, path: string, body: object): Promise<void> {
    const answer = await fetch(`${chance.pick(cast.addresses)}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const patch = (member: { token: string }, action: string, body: object) =>
    callApi(member, 'PATCH', `/message/${action}-conversation?id=${pickContact().id}`, body)

  async function text(phone: string): Promise<void> {
    const answer = await fetch(`${environment.carrierUrl}/control/handsets/${encodeURIComponent(phone)}/texts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ body: `Word ${++textCount} from the gate`, to: environment.fast.phone }),
    })
    if (!answer.ok) throw new Error(`a worker could not text: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const count = (action: string) => {
    actionCounts[action] = (actionCounts[action] ?? 0) + 1
  }

  const plays: Record<string, [share: number, play: () => Promise<void>]> = {
    texts: [0.5, () => text(pickContact().phone)],
    replies: [
      0.24,
      () =>
        callApi(actor(), 'POST', '/message', {
          contactId: pickContact().id,
          body: `Answer ${++textCount} of the team`,
        }),
    ],
    archives: [0.08, () => patch(actor(), 'archive', { archived: chance.next() < 0.7 })],
    assigns: [
      0.06,
      () => patch(actor(), 'assign', { assigneeId: chance.next() < 0.3 ? null : chance.pick(cast.watched).id }),
    ],
    snoozes: [
      0.03,
      () =>
        patch(actor(), 'snooze', {
          until: chance.next() < 0.4 ? null : new Date(Date.now() + HOUR_MS).toISOString(),
        }),
    ],
    reads: [0.09, () => patch(chance.pick(cast.watched), 'read', { unread: chance.next() < 0.15 })],
  }

  async function runOneAction(): Promise<void> {
    let remaining = chance.next()
    for (const [name, [share, play]] of Object.entries(plays)) {
      remaining -= share
      if (remaining > 0 && name !== 'reads') continue
      await play()
      return count(name)
    }
  }

  return {
    actionCounts,
    async begin() {
      for (const { phone } of environment.contacts) {
        await text(phone)
        count('texts')
      }
    },
    async play(actionCount) {
      let remaining = actionCount
      const runActions = async () => {
        while (remaining-- > 0) await runOneAction()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, runActions))
    },
    async playUntil(isOver) {
      while (!isOver()) await runOneAction()
    },
    async isSettled() {
      const { rows } = await environment.sql.query<{ received: number; waiting: number }>(
        `select count(*) filter (where direction = 'in')::int as received,
           count(*) filter (where direction = 'out' and state not in ('delivered', 'undelivered', 'failed'))::int as waiting
         from message where org_id = $1`,
        [environment.org.id],
      )
      return rows[0]?.waiting === 0 && rows[0].received === (actionCounts['texts'] ?? 0)
    },
  }
}
