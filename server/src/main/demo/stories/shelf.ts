import { readScripts, type Script } from '../script.ts'
import { ARABIC, CHINESE } from './arabic-and-chinese.ts'
import { CLINIC, CLINIC_UNANSWERED } from './clinic.ts'
import { CREOLE, FRENCH } from './creole.ts'
import { FLOOR } from './english-floor.ts'
import { LATE } from './english-late.ts'
import { PAY } from './english-pay.ts'
import { PERSONAL_STORIES } from './english-people.ts'
import { SHIFTS } from './english-shifts.ts'
import { AMHARIC, HINDI, POLISH, TAGALOG } from './other-languages.ts'
import { SPANISH } from './spanish.ts'
import {
  AFTER_STOP_FAILURES,
  CARRIER_FAILURES,
  ANY_PHONE_FAILURES,
  DEAD_NUMBER_FAILURES,
  LANDLINE_FAILURES,
} from './trouble.ts'
import { UNANSWERED } from './unanswered.ts'
import { VIETNAMESE } from './vietnamese.ts'

/** Dialogues of the food company, by the contact's language. */
export const FOOD_STORIES: Record<string, Script[]> = {
  en: [SHIFTS, LATE, FLOOR, PAY, PERSONAL_STORIES].flatMap(readScripts),
  es: readScripts(SPANISH),
  vi: readScripts(VIETNAMESE),
  ht: readScripts(CREOLE),
  fr: readScripts(FRENCH),
  ar: readScripts(ARABIC),
  zh: readScripts(CHINESE),
  pl: readScripts(POLISH),
  tl: readScripts(TAGALOG),
  hi: readScripts(HINDI),
  am: readScripts(AMHARIC),
}

/** Dialogues of the clinic, all in English. */
export const CLINIC_STORIES: Script[] = readScripts(CLINIC)

/** Messages of contacts that wait for a reply, by language. */
export const OPEN_STORIES: Record<string, Script[]> = Object.fromEntries(
  Object.entries(UNANSWERED).map(([language, text]) => [language, readScripts(text)]),
)

/** Messages to the clinic that wait for a reply. */
export const OPEN_CLINIC_STORIES: Script[] = readScripts(CLINIC_UNANSWERED)

/** Messages with delivery problems. */
export const FAILURE_SCRIPTS = {
  anyone: readScripts(ANY_PHONE_FAILURES),
  landline: readScripts(LANDLINE_FAILURES),
  notInUse: readScripts(DEAD_NUMBER_FAILURES),
  afterStop: readScripts(AFTER_STOP_FAILURES),
  atCarrier: readScripts(CARRIER_FAILURES),
}

/** How people opt out, by language. */
export const STOP_TEXTS: Record<string, string[]> = {
  en: ['STOP', 'Stop', 'stop', 'Unsubscribe', 'please stop', 'STOP STOP', 'quit', 'end'],
  es: ['ALTO', 'Stop', 'PARAR', 'Baja', 'alto por favor', 'cancelar'],
  ht: ['Kanpe', 'STOP', 'Sispann'],
  fr: ['ARRET', 'Arrêter', 'STOP'],
  vi: ['Dừng', 'STOP', 'Hủy'],
  zh: ['停止', '退订', 'STOP'],
  ar: ['توقف', 'إيقاف', 'STOP'],
}
