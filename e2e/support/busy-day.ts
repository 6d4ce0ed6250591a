import type { Chance } from '../../server/test/faults/chance.ts'
import type { Stage } from '../../server/test/faults/stage.ts'

/** What a busy team and its workers do at once. */
export interface BusyDay {
  /** How often each act was done. */
  acts: Record<string, number>
  /** Every worker texts once, so that each has a conversation. */
  begin(): Promise<void>
  /** Plays so many acts, several at once; rejects when one is refused. */
  play(many: number): Promise<void>
  /** Plays acts one after another until told to stop. */
  playUntil(isOver: () => boolean): Promise<void>
  /** Whether every text has reached its end. */
  isSettled(): Promise<boolean>
}

interface Cast {
  /** Addresses of the processes. */
  addresses: string[]
  /** Members who answer; each may only so often in a minute. */
  actors: { id: string; token: string }[]
  /** Members whose pages are watched; they also read elsewhere. */
  watched: { id: string; token: string }[]
  /** Workers who are written with more than others. */
  favourites: number[]
}

const AT_ONCE = 8
const HOUR_MS = 3_600_000

/** Workers text, teammates answer, give away, archive, put off and read; every word of it is said once. */
export function busyDay(stage: Stage, cast: Cast, chance: Chance): BusyDay {
  let said = 0
  let turn = 0
  const acts: Record<string, number> = {}
  const worker = () =>
    stage.workers[chance.next() < 0.3 ? chance.one(cast.favourites) : chance.whole(0, stage.workers.length - 1)] ??
    stage.workers[0]!
  const actor = () => cast.actors[turn++ % cast.actors.length]!

  async function ask(who: { token: string }, method: string, path: string, body: object): Promise<void> {
    const answer = await fetch(`${chance.one(cast.addresses)}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const patch = (who: { token: string }, act: string, body: object) =>
    ask(who, 'PATCH', `/message/${act}-conversation?id=${worker().id}`, body)

  async function text(phone: string): Promise<void> {
    const answer = await fetch(`${stage.carrierUrl}/control/handsets/${encodeURIComponent(phone)}/texts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ body: `Word ${++said} from the gate`, to: stage.fast.phone }),
    })
    if (!answer.ok) throw new Error(`a worker could not text: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const count = (act: string) => {
    acts[act] = (acts[act] ?? 0) + 1
  }

  const plays: Record<string, [share: number, play: () => Promise<void>]> = {
    texts: [0.5, () => text(worker().phone)],
    replies: [
      0.24,
      () => ask(actor(), 'POST', '/message', { contactId: worker().id, body: `Answer ${++said} of the team` }),
    ],
    archives: [0.08, () => patch(actor(), 'archive', { archived: chance.next() < 0.7 })],
    assigns: [
      0.06,
      () => patch(actor(), 'assign', { assigneeId: chance.next() < 0.3 ? null : chance.one(cast.watched).id }),
    ],
    snoozes: [
      0.03,
      () =>
        patch(actor(), 'snooze', {
          until: chance.next() < 0.4 ? null : new Date(Date.now() + HOUR_MS).toISOString(),
        }),
    ],
    reads: [0.09, () => patch(chance.one(cast.watched), 'read', { unread: chance.next() < 0.15 })],
  }

  async function one(): Promise<void> {
    let left = chance.next()
    for (const [name, [share, play]] of Object.entries(plays)) {
      left -= share
      if (left > 0 && name !== 'reads') continue
      await play()
      return count(name)
    }
  }

  return {
    acts,
    async begin() {
      for (const { phone } of stage.workers) {
        await text(phone)
        count('texts')
      }
    },
    async play(many) {
      let left = many
      const hand = async () => {
        while (left-- > 0) await one()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, hand))
    },
    async playUntil(isOver) {
      while (!isOver()) await one()
    },
    async isSettled() {
      const { rows } = await stage.sql.query<{ heard: number; waiting: number }>(
        `select count(*) filter (where direction = 'in')::int as heard,
           count(*) filter (where direction = 'out' and state not in ('delivered', 'undelivered', 'failed'))::int as waiting
         from message where org_id = $1`,
        [stage.org.id],
      )
      return rows[0]?.waiting === 0 && rows[0].heard === (acts['texts'] ?? 0)
    },
  }
}
