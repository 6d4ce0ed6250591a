import type { Chance } from './chance.ts'
import { pause } from './driver.ts'
import { name } from './storms.ts'
import type { TestEnvironment } from './test-environment.ts'

/** What the carrier does to texts while broadcasts are sent. */
export interface Weather {
  /** Lets the carrier be down for a while, then busy. */
  outage(forMs: number): Promise<void>
  stop(): Promise<void>
}

/** Changes the behavior of the carrier every moment, until stopped. */
export function makeWeather(environment: TestEnvironment, chance: Chance): Weather {
  let isOn = true
  let isDown = false
  const moods = [
    { mode: 'busy429', retryAfterSeconds: 1 },
    { mode: 'accept_then_drop' },
    { mode: 'hang' },
    { mode: 'outage', outageAfterAccept: true },
    { mode: 'outage', outageAfterAccept: false },
  ]
  const change = async () => {
    while (isOn) {
      if (!isDown) await environment.carrier({ mode: 'ok', outageAfterAccept: false, doubledCallbacks: true })
      await pause(chance.integer(500, 1_500))
      if (isOn && !isDown) await environment.carrier(chance.pick(moods))
      await pause(chance.integer(50, 300))
    }
  }
  // The run ends with the error of its own step when the carrier cannot be reached.
  const done = change().catch(() => {})
  return {
    outage: async (forMs) => {
      isDown = true
      await environment.carrier({ mode: 'outage', outageAfterAccept: false })
      await pause(forMs)
      await environment.carrier({ mode: 'busy429', retryAfterSeconds: 1 })
      await pause(2_000)
      isDown = false
    },
    stop: async () => {
      isOn = false
      await done
      await environment.carrier({ mode: 'ok', outageAfterAccept: false })
    },
  }
}

/** Lets the receipts of some phones arrive in another order, and those of others never; returns the latter. */
export async function disturbReceipts(
  environment: TestEnvironment,
  phones: string[],
  { shuffled, lost }: { shuffled: number; lost: number },
): Promise<string[]> {
  const disturb = async (phone: string, receipts: 'shuffled' | 'lost') => {
    // A phone exists at the carrier only once it has a name.
    await name(environment, phone)
    await environment.phone(phone, { receipts })
  }
  for (const phone of phones.slice(0, shuffled)) await disturb(phone, 'shuffled')
  const silent = phones.slice(shuffled, shuffled + lost)
  for (const phone of silent) await disturb(phone, 'lost')
  return silent
}
