import type { Config } from '../../kernel/config.ts'
import type { World } from '../../kernel/world.ts'
import type { Carrier } from './carrier.ts'
import { sampleCarrier } from './sample/adapter.ts'
import { simulatedCarrier } from './simulated/adapter.ts'
import { telnyxCarrier } from './telnyx/adapter.ts'
import { twilioCarrier } from './twilio/adapter.ts'

const made = new WeakMap<Config, Map<string, Carrier>>()

/** Returns the available carriers by name. The simulated carrier is included only when simulators are on. */
export function carriersOf(config: Config, world: World): Map<string, Carrier> {
  const cached = made.get(config)
  if (cached) return cached
  const simulatorUrl = config.simulators ? (config.simulatorUrl ?? `${config.publicUrl}/dev/carrier`) : undefined
  const carriers = [
    twilioCarrier(world, simulatorUrl),
    telnyxCarrier(world, simulatorUrl),
    sampleCarrier(),
    ...(simulatorUrl ? [simulatedCarrier(world, simulatorUrl)] : []),
  ]
  const byName = new Map(carriers.map((carrier) => [carrier.name, carrier]))
  made.set(config, byName)
  return byName
}
