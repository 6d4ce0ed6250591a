import { Agent, request } from 'undici'
import pg from 'pg'
import { startTestEnvironment } from '../server/test/faults/test-environment.ts'
import { publishPages } from './public-pages-data.ts'

/** Every tenth answer is sent twice at the same moment, as by a double tap. */
const TWICE_EVERY = 10
/** Strangers answer from this many addresses. */
const ADDRESSES = 1_000
const CONNECTIONS = 64

/** Opens a form, answers it, and sends it on a schedule of `count` in a minute; counts what is stored. */
export async function benchSubmissions(url: string, { count }: { count: number }): Promise<void> {
  const environment = await startTestEnvironment(url, {
    carrier: 'simulated',
    contacts: 1,
    slowPerSecond: 100,
    fastPerSecond: 100,
    isWatched: false,
    members: 1,
  })
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 })
  const database = new pg.Client({ connectionString: url })
  try {
    await environment.product({ ROLES: 'web', TRUSTED_PROXIES: '1' })
    const { form } = await publishPages(environment)
    const times: number[] = []
    let stored = 0
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: count }, async (_, nth) => {
        await new Promise((resolve) => {
          setTimeout(resolve, (nth / count) * 60_000)
        })
        const sentAt = performance.now()
        const answers = await answerOnce({ agent, url: `${environment.address}${form}`, nth })
        times.push(performance.now() - sentAt)
        if (answers.every(Boolean)) stored += 1
      }),
    )
    const seconds = (performance.now() - startedAt) / 1000
    await database.connect()
    const kept = await database.query<{ rows: number; texts: number }>(
      `select count(*)::int as rows, (count(distinct answers->>'q1'))::int as texts from form_response`,
    )
    times.sort((a, b) => a - b)
    const at = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(0)
    const { rows = 0, texts = 0 } = kept.rows[0] ?? {}
    console.log(
      `Submissions: ${count} in ${seconds.toFixed(1)} s, each opened and sent, every tenth twice at once; ${stored} answered with thanks, ${rows} rows with ${texts} different answers; open and send take ${at(0.5)} ms (median), ${at(0.99)} ms (99 %), ${at(1)} ms (slowest); goal: none lost, none doubled`,
    )
    if (stored !== count || rows !== count || texts !== count) throw new Error('answers were lost or doubled')
  } finally {
    await database.end()
    await agent.close()
    await environment.close()
  }
}

async function answerOnce({ agent, url, nth }: { agent: Agent; url: string; nth: number }): Promise<boolean[]> {
  const headers = { 'x-forwarded-for': `10.${(nth % ADDRESSES) >> 8}.${nth & 255}.9`, 'accept-language': 'en' }
  const page = await request(url, { dispatcher: agent, headers })
  const nonce = /name="n" value="([^"]+)"/.exec(await page.body.text())?.[1] ?? ''
  const body = new URLSearchParams({ version: '1', n: nonce, 'a.q1': `shift ${nth}`, 'a.q2': 'sat' }).toString()
  const send = async () => {
    const answer = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    await answer.body.dump()
    return answer.statusCode === 200 && answer.headers['crewline-answers'] === 'stored'
  }
  return Promise.all(nth % TWICE_EVERY === 0 ? [send(), send()] : [send()])
}
