// The product as a separate process for fault runs: no demo, no migration, settings from the environment only.
import { readFileSync } from 'node:fs'
import { readConfig } from '../../src/kernel/config.ts'
import { makeLog } from '../../src/kernel/log.ts'
import { realWorld } from '../../src/kernel/world.ts'
import { startProcess } from '../../src/main/process.ts'

const config = readConfig(process.env)
let shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const shiftFile = process.env['CLOCK_SHIFT_FILE']
if (shiftFile) {
  const read = () => {
    const text = readFileSync(shiftFile, 'utf8')
    // Empty while it is being written.
    if (text !== '') shiftMs = Number(text)
  }
  read()
  setInterval(read, 50)
}
const real = realWorld()
const now = () => new Date(real.now().getTime() + shiftMs)
const running = await startProcess({
  config,
  databaseUrl: config.databaseUrl as string,
  masterKey: config.masterKey as string,
  // The clock of the machine; the time of the product is that of the database.
  world: { ...real, now, machineNow: now },
  log: makeLog(config.logLevel),
  version: 'faults',
})
console.log(`READY ${running.address}`)
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)))
