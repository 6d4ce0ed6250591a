import { parsePhone } from '@crewline/contract/phone'
import type { Network } from './network.ts'

/** A number for sale. */
export type Offer = { phone: string; city: string | null; region: string | null }

const OFFERS = 10
const PLACES: Record<string, [city: string, region: string]> = {
  '212': ['New York', 'NY'],
  '213': ['Los Angeles', 'CA'],
  '214': ['Dallas', 'TX'],
  '305': ['Miami', 'FL'],
  '312': ['Chicago', 'IL'],
  '404': ['Atlanta', 'GA'],
  '602': ['Phoenix', 'AZ'],
  '713': ['Houston', 'TX'],
}
const USUAL_AREA = '312'

/**
 * Lists free fictional numbers (555-0100 to 555-0199) of an area code or city, at most ten. An area code that does not
 * exist has none.
 */
export function availableNumbers(
  network: Network,
  { areaCode, contains, city }: { areaCode: string; contains: string; city: string },
): Offer[] {
  const wanted = city.toLowerCase()
  const areaOfCity = Object.keys(PLACES).find((area) => PLACES[area]?.[0].toLowerCase() === wanted)
  const area = areaCode || (city === '' ? USUAL_AREA : (areaOfCity ?? ''))
  if (parsePhone(`+1${area}2345678`, 'US') === null) return []
  const [town = null, region = null] = PLACES[area] ?? []
  return Array.from({ length: 100 }, (_, last) => `+1${area}55501${String(last).padStart(2, '0')}`)
    .filter((phone) => phone.includes(contains) && !network.lines.has(phone))
    .slice(0, OFFERS)
    .map((phone) => ({ phone, city: town, region }))
}
