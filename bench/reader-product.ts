// The product under the reading benchmark, with the floor in the same process: a bare server that reads one row by key
// through the product's database handle and returns it as JSON.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { readConfig } from '../server/src/kernel/config.ts'
import { makeLog } from '../server/src/kernel/log.ts'
import { realWorld } from '../server/src/kernel/world.ts'
import { startProcess } from '../server/src/main/process.ts'

const config = readConfig(process.env)
const running = await startProcess({
  config,
  databaseUrl: config.databaseUrl as string,
  masterKey: config.masterKey as string,
  world: realWorld(),
  log: makeLog('warn'),
  version: 'bench',
})
const db = running.kernel.database.ofOrg(process.env['ORG'] ?? '')
const floor = createServer((request, answer) => {
  const id = (request.url ?? '').slice(1)
  void sql`select contact_id, archived, unheard_voicemails, last_preview, last_at from conversation where contact_id = ${id}`
    .execute(db)
    .then(({ rows }) => {
      answer.writeHead(rows.length === 1 ? 200 : 404, { 'content-type': 'application/json' })
      answer.end(JSON.stringify(rows[0] ?? null))
    })
})
floor.listen(0, '127.0.0.1', () =>
  console.log(`READY ${running.address} http://127.0.0.1:${(floor.address() as AddressInfo).port}`),
)
