import type { Config } from '../../kernel/config.ts'
import type { World } from '../../kernel/world.ts'
import type { Carrier } from './carrier.ts'
import { simulatedCarrier } from './simulated/adapter.ts'
import { twilioCarrier } from './twilio/adapter.ts'

const made = new WeakMap<Config, Map<string, Carrier>>()

/** The carriers this process can speak to, by name; the simulated one only where simulators are on. */
export function carriersOf(config: Config, world: World): Map<string, Carrier> {
  const known = made.get(config)
  if (known) return known
  const simulatorUrl = config.simulators ? (config.simulatorUrl ?? `${config.publicUrl}/dev/carrier`) : undefined
  const carriers = [
    twilioCarrier(world, simulatorUrl),
    ...(simulatorUrl ? [simulatedCarrier(world, simulatorUrl)] : []),
  ]
  const byName = new Map(carriers.map((carrier) => [carrier.name, carrier]))
  made.set(config, byName)
  return byName
}
