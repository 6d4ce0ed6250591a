// Sets the clock of a test run forward, so that the tests can be run as at another hour or weekday:
//
//   TEST_CLOCK_SHIFT_HOURS=18 npm test
//
// Every process of the run loads this file: Vitest in each worker, and the programs that tests start through
// NODE_OPTIONS. The test databases follow in template-db.ts. What the machine says of its own clock follows too: the times of
// files, and the date of responses, by which the client of a file store corrects its clock.
import fs from 'node:fs'
import { Server, type ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'

/** How far the clock of this run is set forward, in hours. */
export const CLOCK_SHIFT_HOURS = Number(process.env['TEST_CLOCK_SHIFT_HOURS'] ?? 0)

declare global {
  /** Set once the clock of this process is shifted: several test files share a process. */
  var isClockShifted: boolean | undefined
}

if (CLOCK_SHIFT_HOURS !== 0 && !globalThis.isClockShifted) {
  globalThis.isClockShifted = true
  globalThis.Date = shiftedDate(globalThis.Date, CLOCK_SHIFT_HOURS * 3_600_000)
  shiftFileTimes(CLOCK_SHIFT_HOURS * 3_600_000)
  shiftResponseDates()
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import ${import.meta.url}`.trim()
}

function shiftedDate(real: DateConstructor, shiftMs: number): DateConstructor {
  const now = () => real.now() + shiftMs
  return new Proxy(real, {
    construct: (target, values: unknown[], made) =>
      Reflect.construct(target, values.length > 0 ? values : [now()], made) as object,
    apply: () => new real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  })
}

function shiftFileTimes(shiftMs: number): void {
  const { stat } = fs.promises
  const shifted = async (...given: Parameters<typeof stat>) => {
    const stats = await stat(...given)
    for (const time of ['atimeMs', 'mtimeMs', 'ctimeMs', 'birthtimeMs'] as const)
      if (typeof stats[time] === 'number') stats[time] += shiftMs
    return stats
  }
  fs.promises.stat = shifted as typeof stat
  // Modules that import the function by its name see the new one.
  syncBuiltinESMExports()
}

function shiftResponseDates(): void {
  const emit = Reflect.get(Server.prototype, 'emit') as (name: string, ...values: unknown[]) => boolean
  Server.prototype.emit = function (this: Server, name: string, ...values: unknown[]) {
    if (name === 'request') (values[1] as ServerResponse).setHeader('date', new Date().toUTCString())
    return Reflect.apply(emit, this, [name, ...values])
  }
}
