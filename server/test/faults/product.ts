// The product as a separate process for fault runs: no demo, no migration, settings from the environment only.
import { readConfig } from '../../src/kernel/config.ts'
import { makeLog } from '../../src/kernel/log.ts'
import { realWorld } from '../../src/kernel/world.ts'
import { startProcess } from '../../src/main/process.ts'

const config = readConfig(process.env)
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const real = realWorld()
const running = await startProcess({
  config,
  databaseUrl: config.databaseUrl as string,
  masterKey: config.masterKey as string,
  // A clock set forward lets a short run reach deadlines; safe here, because no paused process is left.
  world: { ...real, now: () => new Date(real.now().getTime() + shiftMs) },
  log: makeLog(config.logLevel),
  version: 'faults',
})
console.log(`READY ${running.address}`)
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)))
