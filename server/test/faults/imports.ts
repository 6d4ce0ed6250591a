import type { Chance } from './chance.ts'
import { pause } from './driver.ts'
import type { Stage } from './stage.ts'

/** How much of it there is. */
export interface ImportPlan {
  rows: number
  kills: number
  /** How long a process may live once it serves before it is killed, in ms. */
  lifeMs: readonly [number, number]
  withinMs: number
}

/** What an import that was killed over and over left behind. */
export interface ImportReport {
  problems: Record<string, string[]>
  words: string
}

/** Rows of the file that name a number of somebody in a row before. */
const EVERY_TWICE = 100

/** Brings a file in while the process that does it is killed at moments nobody chose; each person must have come in exactly once. */
export async function killWhileImporting(stage: Stage, chance: Chance, plan: ImportPlan): Promise<ImportReport> {
  const killedIn: Record<string, number> = {}
  const first = await stage.product()
  const id = await upload(stage, fileOf(plan.rows))
  let child = first
  for (let nth = 0; nth < plan.kills; nth++) {
    await drive(stage, id, chance.whole(...plan.lifeMs))
    const state = await stateOf(stage, id)
    child.signal('SIGKILL')
    await child.ended
    killedIn[state] = (killedIn[state] ?? 0) + 1
    // Nobody needs to wait for the end of a dead process's lease.
    await stage.sql.query("update import set due_at = now() - interval '1 second' where due_at < 'infinity'")
    child = await stage.product()
  }
  await drive(stage, id, plan.withinMs)
  child.signal('SIGTERM')
  await child.ended
  const problems = await problemsOf(stage, id, plan.rows)
  return { problems, words: `${plan.rows} rows; killed while ${JSON.stringify(killedIn)}` }
}

function fileOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, n) => {
    const phone = n % EVERY_TWICE === 1 ? n - 1 : n
    return `F${n},First${n % 97},Last${n},+1628${String(2_000_000 + phone)},Crew ${n % 10}`
  })
  return `Employee ID,First name,Last name,Cell,Groups\n${lines.join('\n')}\n`
}

interface Standing {
  state: string
  columns: { index: number; target: string | null; fixCapitals: boolean }[]
}

async function ask<Body>(
  stage: Stage,
  method: string,
  path: string,
  body?: object | string,
): Promise<Body | undefined> {
  const isFile = typeof body === 'string'
  try {
    const answer = await fetch(`${stage.address}/api/contact/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${stage.org.ann.token}`,
        ...(body === undefined ? {} : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    })
    const said = (await answer.json()) as Body
    return answer.ok ? said : undefined
  } catch {
    // The process died before it answered; the next one is asked.
    return undefined
  }
}

async function upload(stage: Stage, text: string): Promise<string> {
  const made = await ask<{ import: { id: string } }>(stage, 'POST', 'import?name=faults.csv', text)
  if (!made) throw new Error('the file was not taken')
  return made.import.id
}

async function stateOf(stage: Stage, id: string): Promise<string> {
  const { rows } = await stage.sql.query<{ state: string }>('select state from import where id = $1', [id])
  return rows[0]?.state ?? 'gone'
}

/** Does what a person does at each step, until the import is done or the time is over. */
async function drive(stage: Stage, id: string, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs
  while (performance.now() < end) {
    const standing = (await ask<{ import: Standing }>(stage, 'GET', `import/${id}`))?.import
    if (standing?.state === 'done' || standing?.state === 'failed') return
    if (standing?.state === 'matching') {
      const columns = standing.columns.map(({ index, target, fixCapitals }) => ({ index, target, fixCapitals }))
      await ask(stage, 'POST', `import/${id}/preview`, { columns, options: {} })
    }
    if (standing?.state === 'checked') await ask(stage, 'POST', `import/${id}/commit`, { agreed: true })
    await pause(Math.min(150, Math.max(0, end - performance.now())))
  }
}

async function problemsOf(stage: Stage, id: string, rows: number): Promise<Record<string, string[]>> {
  const many = async (text: string): Promise<string[]> =>
    (await stage.sql.query<{ what: string }>(text)).rows.map((row) => row.what)
  const twice = Math.floor((rows - 2) / EVERY_TWICE) + 1
  const { rows: found } = await stage.sql.query<{
    state: string
    result: { added: number; skipped: number } | null
    people: number
  }>(
    `select state, result, (select count(*)::int from contact where source = 'import') as people from import where id = $1`,
    [id],
  )
  const [one] = found
  const isCounted = one?.result?.added === rows - twice && one.result.skipped === twice && one.people === rows - twice
  const problems = {
    'not done': one?.state === 'done' ? [] : [one?.state ?? 'gone'],
    'not counted as they came': isCounted ? [] : [JSON.stringify({ ...one, wanted: rows - twice })],
    'in twice': await many(
      `select phone as what from contact where source = 'import' group by phone having count(*) > 1 limit 5`,
    ),
    'attested not once': await many(
      `select c.phone as what from contact c where source = 'import' and (select count(*) from consent_event e where e.org_id = c.org_id and e.phone = c.phone) <> 1 limit 5`,
    ),
    'not in one group': await many(
      `select c.phone as what from contact c where source = 'import' and (select count(*) from group_member m where m.org_id = c.org_id and m.contact_id = c.id) <> 1 limit 5`,
    ),
    'groups that count wrongly': await many(
      `select name as what from contact_group g where type = 'static' and contact_count <> (select count(*) from group_member m where m.org_id = g.org_id and m.group_id = g.id)`,
    ),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, what]) => what.length > 0))
}
