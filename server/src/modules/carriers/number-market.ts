import { textHookUrl, voiceHookUrl, type NumberMarket } from '../lines/index.ts'
import { carriersOf } from './registry.ts'

/** Searches, buys and gives back numbers at the carrier of a line; a carrier without numbers for sale has none. */
export const sellNumbers: NumberMarket = {
  search: async (kernel, { carrier, credentials }, wish) =>
    (await carriersOf(kernel.config, kernel.world).get(carrier)?.numbers?.search(credentials, wish)) ?? [],
  buy: async (kernel, line) => {
    const { publicUrl } = kernel.config
    const sale = {
      phone: line.phone,
      label: line.label,
      inboundUrl: textHookUrl(publicUrl, line),
      voiceUrl: voiceHookUrl(publicUrl, line),
    }
    return (
      (await carriersOf(kernel.config, kernel.world).get(line.carrier)?.numbers?.buy(line.credentials, sale)) ?? 'gone'
    )
  },
  release: async (kernel, { carrier, credentials, phone }) =>
    (await carriersOf(kernel.config, kernel.world).get(carrier)?.numbers?.release(credentials, phone)) ?? 'not_allowed',
}
