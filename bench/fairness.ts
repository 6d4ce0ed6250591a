import { sendHttpRequest } from '../server/test/kit/ask.ts'
import { makeOrg, type Org } from '../server/test/kit/cast.ts'
import { sendInbound } from '../server/test/faults/inbound-driver.ts'
import type { TestEnvironment } from '../server/test/faults/test-environment.ts'
import { launchToEveryone, untilTrue } from './broadcast-calls.ts'

/** Other organizations, the texts of each in a second, and what contacts write in a second. */
const OTHERS = 5
const PER_SECOND = 2
const INBOUND_PER_SECOND = 20
/** How long texts are measured without a broadcast, in ms. */
const ALONE_MS = 10_000

/**
 * Measures how long texts of other organizations to one person take, from their acceptance to the carrier, alone and while
 * one organization texts all its contacts and others write to it.
 */
export async function benchFairness(environment: TestEnvironment): Promise<void> {
  const { sql, kernel, contacts, fast } = environment
  await environment.carrier({ mode: 'ok', latencyMs: 50, receiptDelayMs: 3_600_000 })
  const others: Org[] = []
  for (let nth = 2; nth < 2 + OTHERS; nth++) others.push(await makeOrg(kernel, `Other ${nth}`, nth))
  const product = await environment.product()
  try {
    // A process that just started is slower.
    await whileTexting(environment, others, () => new Promise((done) => setTimeout(done, ALONE_MS / 2)))
    const alone = await whileTexting(environment, others, () => new Promise((done) => setTimeout(done, ALONE_MS)))
    let perSecond = 0
    const meanwhile = await whileTexting(environment, others, async () => {
      const people = contacts.length + 3
      const body = 'Hi {first_name|there}, the gate opens at 6.'
      const runId = await launchToEveryone(environment, { body, lineId: fast.id, people })
      const handedOff = 'select coalesce(sum(n), 0) >= $2 as is from broadcast_tally where run_id = $1 and key = $3'
      const until = (least: number) =>
        untilTrue(environment, { query: handedOff, values: [runId, least, 'state:submitted'], withinMs: 240_000 })
      await until(1)
      const startedAt = performance.now()
      let isOver = false
      const inbound = async () => {
        for (let n = 0; !isOver; n++) {
          void sendInbound(environment, contacts[n % contacts.length]?.phone ?? '', `What time? ${n}`)
          await new Promise((done) => setTimeout(done, 1_000 / INBOUND_PER_SECOND))
        }
      }
      await Promise.all([until(people).finally(() => (isOver = true)), inbound()])
      perSecond = people / ((performance.now() - startedAt) / 1000)
    })
    console.log(`Texts to one person, alone: ${spread(alone)}`)
    console.log(
      `Texts to one person while another organization texts ${contacts.length.toLocaleString('en')}: ${spread(meanwhile)}; ` +
        `the broadcast left at ${Math.round(perSecond).toLocaleString('en')}/s, carrier answers after 50 ms; ` +
        'goal p95 2 s, p99 5 s, broadcast 150/s',
    )
    const { rows } = await sql.query<{ n: number }>(
      "select count(*)::int as n from message where direction = 'in' and org_id = $1",
      [environment.org.id],
    )
    console.log(`Received meanwhile: ${rows[0]?.n} texts of contacts`)
  } finally {
    product.signal('SIGKILL')
    await product.ended
  }
}

/** Posts texts of every organization while the work runs; returns how long each took to the carrier, in ms. */
async function whileTexting(environment: TestEnvironment, others: Org[], work: () => Promise<void>): Promise<number[]> {
  const ids: string[] = []
  const posts: Promise<void>[] = []
  let isOver = false
  const done = work().finally(() => (isOver = true))
  for (let n = 0; !isOver; n++) {
    const org = others[n % others.length] as Org
    posts.push(
      sendHttpRequest(`${environment.address}/api/message`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.ann.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          contactId: [org.bob, org.cat, org.dan][Math.floor(n / others.length) % 3]?.id,
          body: `Your shift changed, part ${n}.`,
          clientMessageId: environment.kernel.world.id(),
        }),
      }).then(({ http, text }) => {
        if (http !== 200) throw new Error(`POST /message answered ${http}: ${text}`)
        ids.push((JSON.parse(text) as { message: { id: string } }).message.id)
      }),
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000 / (OTHERS * PER_SECOND)))
  }
  await done
  await Promise.all(posts)
  await untilTrue(environment, {
    query: "select bool_and(state = 'submitted') as is from message where id = any($1)",
    values: [ids],
    withinMs: 30_000,
  })
  const { rows } = await environment.sql.query<{ ms: number }>(
    'select extract(epoch from submit_started_at - at)::float8 * 1000 as ms from message where id = any($1)',
    [ids],
  )
  return rows.map((row) => row.ms)
}

function spread(took: number[]): string {
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.ceil(sorted.length * share) - 1] ?? NaN).toFixed(0)} ms`
  return `${sorted.length} texts, median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, slowest ${at(1)}`
}
