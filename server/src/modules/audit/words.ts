import type { LocalizedText } from '@crewline/contract/words'
import { verbatim } from '@crewline/contract/words'
import { SENDING_AREAS } from './sending-words.ts'
import { CONNECTION_AREAS } from './connection-words.ts'
import { SETTING_AREAS } from './setting-words.ts'
import { WORK_AREAS } from './work-words.ts'

/** Actions that belong together in the audit log. */
export interface Area {
  key: string
  name: LocalizedText
  /** What the names of its actions begin with, before the period. */
  prefixes: readonly string[]
  /** Each action in words; a test requires one for every action of the source code. */
  actions: Readonly<Record<string, LocalizedText>>
}

/** Every area, in the order of the filter. */
export const AREAS: readonly Area[] = [...SETTING_AREAS, ...CONNECTION_AREAS, ...WORK_AREAS, ...SENDING_AREAS]

const words = new Map(AREAS.flatMap(({ actions }) => Object.entries(actions)))

/** Returns an action in words; the name of an action that an older or newer version wrote stays as it is. */
export function actionText(action: string): LocalizedText {
  return words.get(action) ?? verbatim(action)
}

/** Returns what the names of the actions of an area begin with; undefined when there is no such area. */
export function prefixesOf(area: string): readonly string[] | undefined {
  return AREAS.find(({ key }) => key === area)?.prefixes
}
